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
 * @typedef {{name: string, text: string, kept: string, time: number}} Draft
 * @param {string} key where the document is kept @returns {Promise<Draft|undefined>}
 */
export const readDraft = key => drafts("readonly", store => store.get(key));

/** @param {string} key @param {Draft} draft */
export const keepDraft = (key, draft) => drafts("readwrite", store => store.put(draft, key));

/** @param {string} key */
export const dropDraft = key => drafts("readwrite", store => store.delete(key));
