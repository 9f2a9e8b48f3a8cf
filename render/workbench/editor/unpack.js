// What unpacks the engine: a browser reads brotli from servers only.
import {initSync, decompress} from "brotli-dec-wasm/web";
import module from "brotli-dec-wasm/web/bg.wasm";

/** What was packed with brotli. @param {Uint8Array} packed @returns {Uint8Array} */
export function unpack(packed) {
  initSync({module});
  return decompress(packed);
}
