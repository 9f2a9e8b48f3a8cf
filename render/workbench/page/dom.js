// Small helpers for elements. Text goes into the page as text, never as markup.

/**
 * Makes an element. Properties that begin with "on" listen, others are attributes; what is null or false is left out.
 * @param {string} name @param {object} [given] @param {...(Node|string)} content @returns {HTMLElement}
 */
export function element(name, given = {}, ...content) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...content);
  return e;
}

/** The element with an id. @returns {HTMLElement} */
export const by = id => document.getElementById(id);

/**
 * Makes a menu that a button opens: items are buttons, the arrow keys go through them.
 * @param {HTMLElement} button @param {() => (Node)[]} items @param {string} [name]
 */
export function menu(button, items, name = button.textContent) {
  const list = element("div", {popover: "auto", class: "menu", role: "menu", "aria-label": name});
  button.after(list);
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    list.replaceChildren(...items());
    list.togglePopover();
  });
  list.addEventListener("toggle", event => {
    const open = event.newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    const at = button.getBoundingClientRect();
    const below = at.bottom + 4;
    list.style.top = (below + list.offsetHeight < innerHeight ? below : Math.max(8, at.top - 4 - list.offsetHeight)) + "px";
    list.style.left = Math.max(8, Math.min(at.left, innerWidth - list.offsetWidth - 8)) + "px";
    list.querySelector("button")?.focus();
  });
  list.addEventListener("keydown", event => {
    const all = [...list.querySelectorAll("button")];
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) {
      event.preventDefault();
      all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
    }
  });
  list.addEventListener("click", event => {
    if (event.target.closest("button")) list.hidePopover();
  });
}

/** An item of a menu. @param {string} label @param {() => void} chosen @param {string} [about] */
export function item(label, chosen, about = "") {
  const text = element("span", {}, label);
  return element("button", {type: "button", role: "menuitem", onclick: chosen}, text, ...(about ? [element("small", {}, about)] : []));
}

/** Items of a menu below a heading. @param {string} name @param {Node[]} items */
export function group(name, items) {
  return element("div", {role: "group", "aria-label": name}, element("span", {class: "heading", "aria-hidden": "true"}, name), ...items);
}

/**
 * Shows a dialog and returns what was chosen: the value of the button, "" when it was closed.
 * @param {string} title @param {(Node|string)[]} content @param {[value: string, label: string][]} buttons the first is the proposal
 * @returns {Promise<string>}
 */
export function ask(title, content, buttons) {
  return new Promise(resolve => {
    const dialog = element("dialog", {"aria-labelledby": "dialog-title"});
    const foot = buttons.map(([value, label], i) => element("button", {type: "submit", value, class: i === 0 ? "main" : null, autofocus: i === 0}, label));
    dialog.append(element("form", {method: "dialog"}, element("h2", {id: "dialog-title"}, title), element("div", {class: "content"}, ...content), element("div", {class: "foot"}, ...foot)));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
