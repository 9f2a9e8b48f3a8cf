// Forty tasks in one document by two clients of the official SDK at two servers, all at once:
//
//   node tasks.mjs SERVER ROOT FILE PAGES
//
// SERVER is started with its root in the environment. Each task reads what it needs, patches with the hash it read, and
// reads again when somebody else was faster. Prints {"tasks", "conflicts", "tools"} as JSON, or fails.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [server, variable, root, file, pages] = process.argv.slice(2);

async function connect(name) {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: server, args: [], env: { ...process.env, [variable]: root } }));
  return client;
}

function fail(what, answer) {
  throw new Error(`${what}: ${JSON.stringify(answer).slice(0, 2000)}`);
}

async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: { file, ...args } });
  if (result.isError) fail(name, result);
  return JSON.parse(result.content[0].text);
}

let conflicts = 0;

// patch makes an operation from what the document is now, until nobody else was faster.
async function patch(client, actor, make) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const op = await make();
    const answer = await call(client, 'patch_block', { op, reason: `task of ${actor}`, actor: { kind: 'agent', name: actor } });
    if (answer.ok) {
      if (!answer.recorded) fail('not recorded', answer);
      return answer;
    }
    if (answer.code !== 'sha_mismatch') fail(JSON.stringify(op), answer);
    conflicts++;
  }
  fail('never in time', {});
}

// block is a block of a section, as read_doc tells it.
async function block(client, id, wanted) {
  const { blocks } = await call(client, 'read_doc', { id });
  const found = blocks.find(wanted);
  if (!found) fail(`no such block in ${id}`, blocks);
  return found;
}

// The tasks of one page by one of the two clients; together they are forty on twenty pages.
function task(client, actor, page) {
  const id = `page-${page}`;
  const child = (wanted, op) => patch(client, actor, async () => {
    const b = await block(client, id, wanted);
    return { parent: b.parent, index: b.index, baseHash: b.hash, ...op };
  });
  const own = (key, op) => patch(client, actor, async () => ({ id: `${key}-${page}`, baseHash: (await block(client, id, (b) => b.id === `${key}-${page}`)).hash, ...op }));
  const kinds = [
    () => own('page', { op: 'replace_text', exact: 'four ships', text: `*five* ships by ${actor}` }), // somebody else may change the page
    () => child((b) => b.type === 'list', { op: 'replace_child', content: `- a list by ${actor}\n- of two items` }),
    () => own('claim', { op: 'replace_body', content: `A claim by ${actor}.` }),
    () => own('table', { op: 'update_table_cell', row: 1, column: 'Length', value: `9${page}` }),
    () => patch(client, actor, async () => ({ op: 'insert_child', parent: id, index: 1, content: `A paragraph by ${actor}.`, baseHash: (await block(client, id, (b) => b.id === id)).hash })),
    () => own('claim', { op: 'update_attribute', key: 'confidence', value: 0.9 }),
    () => patch(client, actor, async () => ({ op: 'add_comment', id: `comment-${actor}-${page}`, target: `claim-${page}`, content: 'Who counted?', author: actor })),
    () => child((b) => b.type === 'quote', { op: 'delete_child', content: undefined }),
    () => patch(client, actor, async () => ({ op: 'update_heading', id, title: `Page ${page} by ${actor}` })),
    () => own('table', { op: 'insert_table_row', row: 0, cells: ['New', '1'] }),
  ];
  return kinds[(page + (actor === 'b' ? 5 : 0)) % kinds.length]();
}

const [a, b] = await Promise.all([connect('a'), connect('b')]);
const { tools } = await a.listTools();
let done = 0;
const count = async (promise) => { await promise; done++; };
const jobs = [];
for (let page = 1; page <= Number(pages); page++) {
  jobs.push(count(task(a, 'a', page)), count(task(b, 'b', page)));
}
await Promise.all(jobs);
const log = await call(b, 'transcript_read', { limit: 500 });
if (log.problems.length > 0) fail('the transcript', log.problems);
const valid = await call(a, 'validate_doc', {});
if (!valid.ok) fail('the document', valid.diagnostics);
await Promise.all([a.close(), b.close()]);
console.log(JSON.stringify({ tasks: done, conflicts, tools: tools.length, records: log.total }));
