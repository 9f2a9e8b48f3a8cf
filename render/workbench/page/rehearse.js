// A browser compiles a function of the engine when it runs first, and makes it fast when it has run often. So a small document is
// exported and brought back before anyone waits for that.

const rehearsed = n => `## Section ${n}

Some **words** of a *paragraph* with \`code\` and a [link](#section-1), which is section ${n}.

- an item
- another one

| name | value |
| --- | --- |
| a | ${n} |

`;

/** @param {import("./engine.js").Engine} engine @param {{example?: string}[]} vocabulary */
export async function rehearse(engine, vocabulary) {
  const [file, word] = ["/rehearsal.noma", "/rehearsal.docx"];
  const sections = Array.from({length: 20}, (_, n) => rehearsed(n + 1));
  const examples = vocabulary.map(kind => kind.example ?? "").filter(text => !text.includes('src="')); // there are no pictures
  const rehearsal = "# Rehearsal\n\n" + sections.join("") + examples.join("\n\n") + "\n";
  await engine.write(file, rehearsal);
  const {bytes} = await engine.render(file, "docx");
  await engine.write(word, bytes);
  await engine.write(file, rehearsal.replace(/Some|item/g, "Other")); // which the file differs from
  await engine.review(file, [word], {allowDelete: true, force: true});
  for (const path of [file, word]) await engine.remove(path);
}
