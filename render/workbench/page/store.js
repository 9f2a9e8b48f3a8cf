// What the page knows, in one place. Parts of the page listen to the names they show and change them by set; nothing else is shared.

/**
 * @typedef {object} State
 * @property {string} name the file's name, such as report.noma
 * @property {object} place where it is kept, see files.js
 * @property {number} opened how many documents were opened
 * @property {string} kept the text as it is kept there
 * @property {string} text the text in the editor
 * @property {"starting"|"ready"|"gone"} engine
 * @property {object[]} findings of the text
 * @property {object[]} blocks of the text, for the outline and for completion
 * @property {object[]} vocabulary kinds of blocks
 * @property {{html: string, lines: number[]}} preview
 * @property {number} line where the caret is
 * @property {string} said the last message, for the status line
 */

export class Store {
  #listeners = [];

  /** @param {State} state */
  constructor(state) {
    this.state = state;
  }

  /** Changes the state, and tells who listens to what has changed. @param {Partial<State>} change */
  set(change) {
    const names = Object.keys(change).filter(name => this.state[name] !== change[name]);
    if (names.length === 0) return;
    Object.assign(this.state, change);
    for (const {of, hear} of this.#listeners) {
      if (of.some(name => names.includes(name))) hear(this.state);
    }
  }

  /** Calls a function whenever one of some names has changed, and now. @param {string[]} of @param {(state: State) => void} hear */
  on(of, hear) {
    this.#listeners.push({of, hear});
    hear(this.state);
  }
}

/** Says something in the status line, which screen readers read out. */
export function say(store, message) {
  store.set({said: ""});
  store.set({said: message});
}
