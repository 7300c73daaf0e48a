import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';
import { testsIn } from './reports.mjs';
import { deviations, rows, sentences } from './sentences.mjs';

// docs/spec.md shows the tests that prove each sentence of the specification, and whether they passed. `npm test` writes
// it from the reports of its suites. A sentence fails without a test that names it, ran and passed, or with one that
// failed. A row of sentences holds if all of them do.

export const page = join(root, 'docs', 'spec.md');
/** A test names a sentence as `§N`, and what the product does instead of it as `§N*`. */
const mark = /§(\d{1,3})\b\*?/g;
export const marksIn = (text) => [...text.matchAll(mark)].map(([each]) => each);

/** What must be proven: each sentence, and each deviation that is kept from one. */
export const claims = Object.keys(sentences).flatMap((number) =>
  deviations[number] === undefined ? [`§${number}`] : [`§${number}`, `§${number}*`],
);

/** The tests of each claim, grouped by the innermost title that names it: `{ file, title, passed, failed }`. */
function proofsOf(reports) {
  const found = new Map(claims.map((claim) => [claim, new Map()]));
  for (const { file, titles, outcome } of reports.flatMap(testsIn)) {
    if (outcome !== 'passed' && outcome !== 'failed') continue;
    for (const claim of new Set(titles.flatMap(marksIn))) {
      const title = titles.findLast((each) => marksIn(each).includes(claim));
      const key = `${file} ${title}`;
      const proof = found.get(claim)?.get(key) ?? { file, title, passed: 0, failed: 0 };
      proof[outcome] += 1;
      found.get(claim)?.set(key, proof);
    }
  }
  return new Map([...found].map(([claim, proofs]) => [claim, [...proofs.values()].toSorted(byPlace)]));
}

function byPlace(a, b) {
  return a.file.localeCompare(b.file, 'en') || a.title.localeCompare(b.title, 'en');
}

function stateOf(proofs) {
  const failed = proofs.reduce((sum, proof) => sum + proof.failed, 0);
  if (failed > 0) return `${failed} failed`;
  const passed = proofs.reduce((sum, proof) => sum + proof.passed, 0);
  return passed > 0 ? 'passed' : 'not run';
}

/** The states of a sentence’s claims that did not pass. */
function openOf(number, found) {
  return claims
    .filter((claim) => claim === `§${number}` || claim === `§${number}*`)
    .map((claim) => ({ claim, state: stateOf(found.get(claim)) }))
    .filter(({ state }) => state !== 'passed');
}

export const numbers = Object.keys(sentences).map(Number);
const holds = (number, found) => openOf(number, found).length === 0;

function pageOf(found) {
  const holding = numbers.filter((number) => holds(number, found)).length;
  const sections = Object.entries(rows).map(([row, { about, holds: own }]) => {
    const open = own.filter((number) => !holds(number, found));
    const state = open.length === 0 ? 'holds' : `**open: ${open.map((number) => `§${number}`).join(', ')}**`;
    return [`## ${row}: ${about}`, state, own.map((number) => entryOf(number, found)).join('\n')].join('\n\n');
  });
  return `# The specification, sentence by sentence

Written by \`npm test\`. Each sentence has tests of its own, which name it in their title; a row holds if all of its sentences do. \`§N*\` is what the product does instead where it deviates on purpose.

${holding} of ${numbers.length} sentences hold.

${sections.join('\n\n')}
`;
}

function entryOf(number, found) {
  const deviation = deviations[number];
  return [
    `- **§${number}** ${sentences[number]} — ${stateOf(found.get(`§${number}`))}`,
    ...found.get(`§${number}`).map(lineOf),
    ...(deviation === undefined ? [] : [`  - **§${number}\\*** ${deviation} — ${stateOf(found.get(`§${number}*`))}`]),
    ...(found.get(`§${number}*`) ?? []).map((proof) => `  ${lineOf(proof)}`),
  ].join('\n');
}

function lineOf({ file, title }) {
  return `  - \`${file}\` ${title.replaceAll(/[*_`|<]/g, String.raw`\$&`)}`;
}

/** Writes the page from the suites' reports. Returns how many sentences and how many rows passed and how many did not. */
export function recordSpecification(files) {
  const found = proofsOf(files.filter(existsSync));
  writeFileSync(page, pageOf(found));
  for (const { claim, state } of numbers.flatMap((number) => openOf(number, found))) console.log(`${claim}: ${state}`);
  const isHeld = ({ holds: own }) => own.every((number) => holds(number, found));
  return {
    sentences: count(numbers, (number) => holds(number, found)),
    rows: count(Object.values(rows), isHeld),
  };
}

function count(all, passes) {
  const passed = all.filter(passes).length;
  return { passed, failed: all.length - passed, skipped: 0 };
}
