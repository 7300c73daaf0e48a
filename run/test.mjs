import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ready, root } from './node.mjs';
import { reportOf, testsIn } from './reports.mjs';
import { recordSpecification } from './specification.mjs';
import { suites } from './suites.mjs';

await ready({ packages: 'all' });

const wanted = process.argv.slice(2);
const isWanted = ({ name, isOnRequest = false }) =>
  wanted.length === 0 ? !isOnRequest : wanted.some((arg) => name === arg || name.startsWith(`${arg}-`));
const chosen = suites.filter(isWanted);
if (chosen.length === 0) {
  console.error(`Unknown suite. Choose from: ${suites.map(({ name }) => name).join(', ')}`);
}

const rows = [];
for (const suite of chosen) {
  console.log(`\n=== ${suite.name}: ${suite.about}`);
  const startedAt = performance.now();
  const outcome = existsSync(join(root, suite.needs)) ? await runSuite(suite) : absent(suite);
  rows.push({ suite: suite.name, ...outcome, seconds: (performance.now() - startedAt) / 1000 });
}
// Only a complete run can say that a sentence of the specification passed.
if (wanted.length === 0) {
  console.log('\n=== sentences: the specification, written to docs/spec.md');
  const counts = recordSpecification(chosen.map(({ name }) => reportOf(name)));
  rows.push({ suite: 'sentences', ...counts.sentences, seconds: 0 });
  rows.push({ suite: 'rows', ...counts.rows, seconds: 0 });
}
report(rows);

/** A suite that can't run counts as one failure. */
async function runSuite(suite) {
  try {
    return await suite.run();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function absent(suite) {
  console.log(`skipped: ${suite.needs} does not exist`);
  return { passed: 0, failed: 0, skipped: 1 };
}

function report(rows) {
  const line = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(10) : cell.padStart(9))).join('');
  console.log(`\n${line(['suite', 'passed', 'failed', 'skipped', 'seconds'])}`);
  for (const { suite, passed, failed, skipped, seconds } of rows) {
    console.log(line([suite, ...[passed, failed, skipped].map(String), seconds.toFixed(1)]));
  }
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  for (const { suite } of rows) nameFailures(suite);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`\n${passed} passed, ${failed} failed`);
}

/** The failures again, with their reasons: what a suite printed about them may be thousands of lines above. */
function nameFailures(suite) {
  const path = reportOf(suite);
  if (!existsSync(path)) return;
  for (const { file, titles, outcome, reason } of testsIn(path)) {
    if (outcome !== 'failed') continue;
    console.log(`failed in ${suite}: ${[file, ...titles].join(' › ')}`);
    if (reason) console.log(reason.replaceAll(/^/gm, '  '));
  }
}
