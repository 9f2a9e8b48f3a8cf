// The worker that the engine runs in. Messages are {id, do, …} and are answered one after the other by {id, error} or
// {id, json, bytes}; engine.js sends them.

import {Folder, resolve} from "./folder.js";

const folder = new Folder();
const encoder = new TextEncoder();
let engine; // resolves when calls can be made

globalThis.fs = folder;
globalThis.path = {resolve: (...parts) => resolve(parts.join("/"))};
globalThis.process = {cwd: () => "/", umask: () => 0o22, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 1};

/** What is packed with gzip, in base64. */
function unpacked(base64, type) {
  const packed = Uint8Array.fromBase64 ? Uint8Array.fromBase64(base64) : Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")), {headers: {"content-type": type}});
}

/** Puts the fonts where the engine reads them: their names and sizes stand in front of them, with a zero byte behind. */
async function putFonts(base64) {
  const data = new Uint8Array(await unpacked(base64, "application/octet-stream").arrayBuffer());
  let at = data.indexOf(0);
  for (const {name, size} of JSON.parse(new TextDecoder().decode(data.subarray(0, at++)))) {
    folder.put("/.fonts/" + name, data.subarray(at, at + size));
    at += size;
  }
}

/** Starts the module. */
async function start({module: base64, fonts}) {
  folder.late("/.fonts/", () => putFonts(fonts));
  const module = unpacked(base64, "application/wasm");
  const go = new Go();
  const {instance} = await WebAssembly.instantiateStreaming(module, go.importObject);
  go.run(instance).then(() => postMessage({gone: "the engine ended"}), err => postMessage({gone: String(err)}));
}

/** Makes a call of the engine. */
function call(name, given, idle = false) {
  return new Promise((resolve, reject) => {
    globalThis.nomadocxCall(name, JSON.stringify(given), (error, json, bytes) => error === null ? resolve({json, bytes}) : reject(new Error(error)), idle);
  });
}

const work = {
  start: parts => engine = start(parts),
  write: ({path, data}) => folder.put(resolve(path), typeof data === "string" ? encoder.encode(data) : data),
  remove: ({path}) => folder.take(resolve(path)),
  call: async ({id, name, given, idle}) => {
    await engine;
    if (!idle) return call(name, given);
    if (id < ended) throw interrupted;
    idling = true;
    try {
      return await call(name, given, true);
    } catch (err) {
      throw id < ended ? interrupted : err;
    } finally {
      idling = false;
    }
  },
};

// Idle work lets go of the worker from time to time, so that it hears when it is to end.
const interrupted = new Error("interrupted");
const {port1, port2} = new MessageChannel();
let idling = false;
let ended = 0; // idle work with a lower number is not done any more
globalThis.nomadocxPause = go => {
  port1.onmessage = go;
  port2.postMessage(null);
};

let last = Promise.resolve();

onmessage = ({data}) => {
  if (data.do === "interrupt") {
    ended = data.id;
    if (idling) globalThis.nomadocxEnd();
    return;
  }
  last = last.then(async () => {
    try {
      folder.missing.clear();
      const {json, bytes} = await work[data.do](data) ?? {};
      postMessage({id: data.id, json, bytes, missing: [...folder.missing]}, bytes ? [bytes.buffer] : []);
    } catch (err) {
      postMessage({id: data.id, error: err.message, ended: err === interrupted});
    }
  });
};
