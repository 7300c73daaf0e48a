import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command, root, run } from './node.mjs';

const checks = [
  { name: 'format', needs: 'biome.json', command: ['@biomejs/biome', 'biome', 'format', '.'] },
  { name: 'lint', needs: '.oxlintrc.json', command: ['oxlint', 'oxlint', '--type-aware'] },
  { name: 'types', needs: 'tsconfig.json', command: ['typescript', 'tsc', '-b'] },
  { name: 'dead code', needs: 'package.json', command: ['knip', 'knip'] },
];

/** Runs format, lint, types and dead code, each with a heading; a check that is not set up is named. */
export async function runChecks() {
  const results = [];
  for (const { name, needs, command: words } of checks) {
    console.log(`\n— ${name}`);
    if (!existsSync(join(root, needs))) {
      console.log(`skipped: there is no ${needs}`);
      results.push({ name, outcome: 'skipped', seconds: 0 });
      continue;
    }
    const [packageName, program, ...args] = words;
    const startedAt = performance.now();
    const code = await run(process.execPath, [command(packageName, program), ...args]);
    const outcome = code === 0 ? 'passed' : 'failed';
    console.log(`${name}: ${outcome}`);
    results.push({ name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  }
  return results;
}
