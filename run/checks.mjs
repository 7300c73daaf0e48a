import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command, root, run } from './node.mjs';
import { judgeTexts } from './texts.mjs';

// Loaded when they are needed: their parser is installed by then.
const judgeSpecification = async () => (await import('./specification.judge.mjs')).judgeSpecification();
const judgeVocabulary = async () => (await import('./vocabulary.mjs')).judgeVocabulary();
const judgeClient = async () => (await import('./client.mjs')).judgeClient();
const judgeDocuments = async () => (await import('./documents.mjs')).judgeDocuments();

const checks = [
  { name: 'format', needs: 'biome.json', command: ['@biomejs/biome', 'biome', 'format', '.'] },
  { name: 'lint', needs: '.oxlintrc.json', command: ['oxlint', 'oxlint', '--type-aware'] },
  { name: 'types', needs: 'tsconfig.json', command: ['typescript', 'tsc', '-b'] },
  { name: 'dead code', needs: 'package.json', command: ['knip', 'knip'] },
  { name: 'specification', needs: 'docs', judge: judgeSpecification },
  { name: 'vocabulary', needs: 'docs/words.md', judge: judgeVocabulary },
  { name: 'documents', needs: 'ARCHITECTURE.md', judge: judgeDocuments },
  { name: 'client', needs: 'sdk/src/calls.ts', judge: judgeClient },
  { name: 'texts', needs: 'web/lingui.config.ts', judge: judgeTexts },
];

/** Runs every check and prints its outcome; checks whose file is missing are skipped. */
export async function runChecks() {
  const results = [];
  for (const { name, needs, ...check } of checks) {
    console.log(`\n— ${name}`);
    if (!existsSync(join(root, needs))) {
      console.log(`skipped: ${needs} does not exist`);
      results.push({ name, outcome: 'skipped', seconds: 0 });
      continue;
    }
    const startedAt = performance.now();
    const outcome = (await passes(check)) ? 'passed' : 'failed';
    console.log(`${name}: ${outcome}`);
    results.push({ name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  }
  return results;
}

/** A check passes if its program exits with 0 or its function finds no errors. */
async function passes({ command: argv, judge }) {
  if (judge) {
    const faults = await judge();
    for (const fault of faults) console.log(fault);
    return faults.length === 0;
  }
  const [packageName, program, ...args] = argv;
  return (await run(process.execPath, [command(packageName, program), ...args])) === 0;
}
