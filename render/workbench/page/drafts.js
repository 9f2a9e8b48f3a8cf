// What was typed and not saved, kept by the browser (IndexedDB) until it is saved, so that a crash loses nothing.

function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("nomadocx-workbench", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("drafts");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function drafts(mode, work) {
  const db = await database();
  try {
    return await new Promise((resolve, reject) => {
      const action = db.transaction("drafts", mode);
      const request = work(action.objectStore("drafts"));
      action.oncomplete = () => resolve(request.result);
      action.onerror = action.onabort = () => reject(action.error ?? request.error);
    });
  } finally {
    db.close();
  }
}

/**
 * A draft is of one opening of a document: who opens it again, here or in another window, takes it from nobody.
 * @typedef {{name: string, text: string, kept: string, time: number, opening: string}} Draft
 * @param {string} key where the document is kept @returns {Promise<Draft[]>} the newest first
 */
export async function readDrafts(key) {
  const all = await drafts("readonly", store => store.getAll(IDBKeyRange.bound([key], [key, []])));
  return all.sort((a, b) => b.time - a.time);
}

/** @param {string} key @param {Draft} draft */
export const keepDraft = (key, draft) => drafts("readwrite", store => store.put(draft, [key, draft.opening]));

/** @param {string} key @param {string} opening */
export const dropDraft = (key, opening) => drafts("readwrite", store => store.delete([key, opening]));
