// Gives a block another id: all that refers to it follows, by the operation rename_id.

import {ask, element} from "./dom.js";
import {say} from "./store.js";

/**
 * The id that a place is about: the one that is written there, else that of the innermost block around it that has one.
 * @param {object[]} blocks @param {string} text of the line @param {number} column @param {number} line @returns {string} "" for none
 */
export function idAt(blocks, text, column, line) {
  const ids = new Set(blocks.map(b => b.id).filter(Boolean));
  for (const {0: word, index} of text.matchAll(/[\p{L}\p{N}_.:-]+/gu)) {
    if (index <= column && column <= index + word.length && ids.has(word)) return word;
  }
  return blocks.findLast(b => b.id && b.lines[0] <= line && line <= b.lines[1])?.id ?? "";
}

/** Asks for the id that the block at the caret is to have, and gives it that: rework makes the text what the engine makes of it. */
export async function renameID(store, engine, editor, file, rework) {
  const from = idAt(await engine.blocks(file), ...editor.caret());
  if (!from) return say(store, "There is no block with an id here.");
  const input = element("input", {type: "text", id: "new-id", value: from, spellcheck: "false", autocomplete: "off"});
  const choice = ask("Rename " + from, [element("p", {}, element("label", {for: "new-id"}, "New id"), " ", input), element("p", {}, "All that refers to it follows.")], [["rename", "Rename"], ["", "Cancel"]]);
  input.select();
  if (await choice !== "rename" || input.value === from) return;
  await rework(() => engine.patch(file, {op: "rename_id", from, to: input.value.trim()}));
  say(store, `${from} is ${input.value.trim()} now, also where others refer to it.`);
}
