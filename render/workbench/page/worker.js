// The worker that the engine runs in. Messages are {id, do, …} and are answered one after the other by {id, error} or
// {id, json, bytes}; engine.js sends them.

import {Folder, resolve} from "./folder.js";

const folder = new Folder();
const encoder = new TextEncoder();
let engine; // resolves when calls can be made

globalThis.fs = folder;
globalThis.path = {resolve: (...parts) => resolve(parts.join("/"))};
globalThis.process = {cwd: () => "/", umask: () => 0o22, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 1};

/** What is packed with brotli, in base64: parts on lines. The module is compiled while its next part is unpacked. */
function unpacked(base64, type) {
  const parts = base64.split("\n");
  return new Response(new ReadableStream({
    pull(stream) {
      const part = parts.shift();
      if (part === undefined) return stream.close();
      stream.enqueue(Brotli.unpack(Uint8Array.fromBase64 ? Uint8Array.fromBase64(part) : Uint8Array.from(atob(part), c => c.charCodeAt(0))));
    },
  }), {headers: {"content-type": type}});
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

/** Starts the module, which is packed, or compiled already, and returns it compiled. */
async function start({module: given, fonts}) {
  folder.late("/.fonts/", () => putFonts(fonts));
  const go = new Go();
  const {module, instance} = typeof given === "string" ? await WebAssembly.instantiateStreaming(unpacked(given, "application/wasm"), go.importObject)
    : {module: given, instance: await WebAssembly.instantiate(given, go.importObject)};
  go.run(instance).then(() => postMessage({gone: "the engine ended"}), err => postMessage({gone: String(err)}));
  return {module};
}

const work = {
  start: parts => engine = start(parts),
  write: ({path, data}) => folder.put(resolve(path), typeof data === "string" ? encoder.encode(data) : data),
  remove: ({path}) => folder.take(resolve(path)),
  call: async ({name, given}) => {
    await engine;
    return new Promise((resolve, reject) => {
      globalThis.nomadocxCall(name, JSON.stringify(given), (error, json, bytes) => error === null ? resolve({json, bytes}) : reject(new Error(error)));
    });
  },
};

let last = Promise.resolve();

onmessage = ({data}) => {
  last = last.then(async () => {
    try {
      folder.missing.clear();
      const {module, json, bytes} = await work[data.do](data) ?? {};
      postMessage({id: data.id, module, json, bytes, missing: [...folder.missing]}, bytes ? [bytes.buffer] : []);
    } catch (err) {
      postMessage({id: data.id, error: err.message});
    }
  });
};
