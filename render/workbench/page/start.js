// What the page does first: it starts the engine, which gets ready in its worker while the scripts of the page are read.

import {Engine} from "./engine.js";

const part = id => document.getElementById(id).textContent.trim();
globalThis.nomadocxEngine = new Engine({worker: part("worker"), module: part("module"), fonts: part("fonts")});
