// Two people saved one document: what they did is put together, and where both changed a place the user decides.

import {ask, element} from "./dom.js";

/**
 * @param {import("./engine.js").Engine} engine
 * @returns {(base: string, mine: string, theirs: string, does?: string) => Promise<string|null>} the text of both, null to leave all as it is
 */
export function merger(engine) {
  return async (base, mine, theirs, does = "Put together and save") => {
    const pieces = await engine.merge(base, mine, theirs);
    const conflicts = pieces.filter(p => p.conflict);
    const places = conflicts.map((p, i) => place(p, i));
    const says = conflicts.length === 0
      ? "Somebody else saved this document since you opened it. The changes of both do not touch each other and can be put together."
      : `Somebody else saved this document since you opened it. Both of you changed ${conflicts.length === 1 ? "one place" : conflicts.length + " places"}; choose what stays.`;
    const choice = await ask("Saved by somebody else", [element("p", {}, says), ...places.map(p => p.shown)], [["merge", does], ["", "Go on writing"]]);
    if (choice !== "merge") return null;
    let at = 0;
    return pieces.map(p => p.conflict ? places[at++].text() : p.text).join("");
  };
}

/** A conflict with both texts. */
function place({base, mine, theirs}, i) {
  const name = "conflict-" + i;
  const option = (value, label, text, checked) => element("label", {class: "side"},
    element("input", {type: "radio", name, value, checked}), element("strong", {}, label), element("pre", {}, text || "(taken out)"));
  const shown = element("fieldset", {}, element("legend", {}, "Place " + (i + 1)), option("mine", "Yours", mine, true), option("theirs", "Theirs", theirs, false),
    option("both", "Both", mine + theirs, false), option("base", "As it was", base, false));
  const texts = {mine, theirs, both: mine + theirs, base};
  return {shown, text: () => texts[shown.querySelector("input:checked").value]};
}
