// The documents of `nomadocx serve`: a list, a text with its hash, and writing it when nobody else has written it meanwhile.

/** Whether the page comes from that server. */
export const served = document.documentElement.hasAttribute("data-served");

/** Somebody else saved the document: what is kept now. */
export class Conflict extends Error {
  constructor(text, tag) {
    super("the document was saved by somebody else");
    Object.assign(this, {text, tag});
  }
}

const largest = 4_000_000; // bytes of a source

/** Refuses a source that the page would take minutes for. @param {string} name @param {number} size in bytes */
export function bounded(name, size) {
  const mb = n => (n / 1e6).toLocaleString(undefined, {maximumFractionDigits: 1}) + " MB";
  if (size > largest) throw new Error(`${name} has ${mb(size)}; the workbench takes sources of ${mb(largest)} at most. The command line takes larger ones.`);
}

const address = id => "api/documents/" + id.split("/").map(encodeURIComponent).join("/");

async function answered(response) {
  if (!response.ok) throw new Error((await response.text()).trim() || response.statusText);
  return response;
}

/** @returns {Promise<{id: string}[]>} */
export async function listDocuments() {
  return (await (await answered(await fetch("api/documents"))).json()).documents;
}

/** @param {string} id @returns {Promise<{text: string, tag: string, folder: string}>} folder tells documents of the same id apart */
export async function readDocument(id) {
  const response = await answered(await fetch(address(id)));
  bounded(id, Number(response.headers.get("Content-Length")));
  return {text: await response.text(), tag: response.headers.get("ETag"), folder: response.headers.get("Nomadocx-Folder")};
}

/** Writes a document that is as it was read. @returns {Promise<string>} its new tag */
export async function writeDocument(id, text, tag) {
  const response = await fetch(address(id), {method: "PUT", headers: {"If-Match": tag, "Content-Type": "text/plain; charset=utf-8"}, body: text});
  if (response.status === 412) throw new Conflict(await response.text(), response.headers.get("ETag"));
  await answered(response);
  return response.headers.get("ETag");
}

/** A file that a document names, null when there is none. @returns {Promise<Uint8Array|null>} */
export async function readFileOf(id, path) {
  const response = await fetch(address(id) + "?file=" + encodeURIComponent(path));
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}
