import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './node.mjs';
import { rows, sentences } from './sentences.mjs';
import { claims, marksIn, numbers, page } from './specification.mjs';

// Checks without a run that each sentence of the specification has a test, so that a removed one is noticed at once.

/** Errors that show without a run: a sentence that no test names, that no row holds, or that the page lacks. */
export function judgeSpecification() {
  const named = namedInTests();
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const files = new Set([...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file]) => file));
  const held = new Set(Object.values(rows).flatMap(({ holds: own }) => own));
  return [
    ...claims
      .filter((claim) => !named.has(claim))
      .map((claim) => `No title of a test names ${claim} of run/sentences.mjs`),
    ...[...named].filter((claim) => !claims.includes(claim)).map((claim) => `run/sentences.mjs has no ${claim}`),
    ...numbers.filter((number) => !held.has(number)).map((number) => `No row of run/sentences.mjs holds §${number}`),
    ...numbers
      .filter((number) => !text.includes(`- **§${number}** ${sentences[number]} — `))
      .map((number) => `docs/spec.md lacks §${number}: run npm test`),
    ...[...files]
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `docs/spec.md names ${file}, which does not exist: run npm test`),
  ];
}

/** What the titles of tests name, and the tables that titles are made from. Skipped tests don't count. */
function namedInTests() {
  const files = ['{contract,server,web,sdk,examples}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }))
    .map((file) => join(root, file));
  const named = new Set();
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    if (source.includes('§')) collect(parseSync(file, source).program, named);
  }
  return named;
}

const isSkipped = (node) =>
  node.type === 'CallExpression' &&
  ['skip', 'todo', 'fixme'].includes(node.callee.property?.name) &&
  node.arguments[0]?.type !== 'Identifier';

function collect(node, named) {
  if (Array.isArray(node)) for (const each of node) collect(each, named);
  if (typeof node?.type !== 'string' || isSkipped(node)) return;
  const text = node.type === 'TemplateElement' ? node.value.raw : node.value;
  if (typeof text === 'string') for (const each of marksIn(text)) named.add(each);
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) collect(child, named);
}
