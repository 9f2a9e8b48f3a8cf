// The worker that the engine runs in. Messages are {id, do, …} and are answered one after the other by {id, error} or
// {id, json, bytes}; engine.js sends them.

import {Folder, resolve} from "./folder.js";

const folder = new Folder();
const encoder = new TextEncoder();
let engine; // resolves when calls can be made

globalThis.fs = folder;
globalThis.path = {resolve: (...parts) => resolve(parts.join("/"))};
globalThis.process = {cwd: () => "/", umask: () => 0o22, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 1};

/** Starts the module, which is packed with gzip. */
async function start(base64) {
  const packed = Uint8Array.fromBase64 ? Uint8Array.fromBase64(base64) : Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  const module = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")), {headers: {"content-type": "application/wasm"}});
  const go = new Go();
  const {instance} = await WebAssembly.instantiateStreaming(module, go.importObject);
  go.run(instance).then(() => postMessage({gone: "the engine ended"}), err => postMessage({gone: String(err)}));
}

/** Makes a call of the engine. */
function call(name, given) {
  return new Promise((resolve, reject) => {
    globalThis.nomadocxCall(name, JSON.stringify(given), (error, json, bytes) => error === null ? resolve({json, bytes}) : reject(new Error(error)));
  });
}

const work = {
  start: ({module}) => engine = start(module),
  write: ({path, data}) => folder.put(resolve(path), typeof data === "string" ? encoder.encode(data) : data),
  remove: ({path}) => folder.take(resolve(path)),
  call: async ({name, given}) => {
    await engine;
    return call(name, given);
  },
};

let last = Promise.resolve();

onmessage = ({data}) => {
  last = last.then(async () => {
    try {
      folder.missing.clear();
      const {json, bytes} = await work[data.do](data) ?? {};
      postMessage({id: data.id, json, bytes, missing: [...folder.missing]}, bytes ? [bytes.buffer] : []);
    } catch (err) {
      postMessage({id: data.id, error: err.message});
    }
  });
};
