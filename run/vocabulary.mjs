import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './node.mjs';
import { sharedNames } from './vocabulary.shared.mjs';

// Checks that a domain has one name everywhere, and that an exported name has one meaning.

const tables = { Domains: 2, 'Screens that join several domains': undefined, 'Parts without a domain': 2 };

/** The names of docs/words.md by workspace: `web` → Set of names. */
function readNames() {
  const text = readFileSync(join(root, 'docs', 'words.md'), 'utf8');
  const names = { contract: new Set(), server: new Set(), web: new Set(), e2e: new Set() };
  for (const [heading, column] of Object.entries(tables)) {
    const section = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
    for (const row of section
      .split('\n')
      .filter((line) => /^\| (?!---)/.test(line))
      .slice(1)) {
      const cells = row.split('|').map((cell) => cell.trim());
      const workspaces = column === undefined ? ['web'] : (cells[column + 1] ?? '').split(', ');
      for (const workspace of workspaces) for (const name of (cells[1] ?? '').split(', ')) names[workspace]?.add(name);
    }
  }
  return names;
}

function foundNames() {
  const folders = (path) =>
    globSync(`${path}/*/`, { cwd: root }).map((name) => name.replace(/\/$/, '').split('/').at(-1));
  const files = (pattern) => globSync(pattern, { cwd: root }).map((name) => name.split('/').at(-1).split('.')[0]);
  return {
    contract: new Set([...files('contract/src/*.ts'), ...folders('contract/src')]),
    server: new Set(folders('server/src')),
    web: new Set(folders('web/src')),
    e2e: new Set(files('e2e/*.spec.ts')),
  };
}

function faultsOfNames() {
  const [written, found] = [readNames(), foundNames()];
  return Object.keys(found).flatMap((workspace) => [
    ...[...found[workspace].difference(written[workspace])].map(
      (name) => `${workspace} has ${name}, which docs/words.md does not name there`,
    ),
    ...[...written[workspace].difference(found[workspace])].map(
      (name) => `docs/words.md says that ${workspace} has ${name}, which does not exist`,
    ),
  ]);
}

/** Every exported name with the files that declare it. A re-export is no declaration. */
export function exportedNames() {
  const names = new Map();
  const sources = globSync('{contract,server,web,e2e,bench,snippet}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.endsWith('/dist'),
  });
  for (const file of sources) {
    const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    for (const { entries } of module.staticExports) {
      for (const { moduleRequest, exportName } of entries) {
        if (moduleRequest !== null || exportName.name === null) continue;
        names.set(exportName.name, (names.get(exportName.name) ?? new Set()).add(file));
      }
    }
  }
  return names;
}

function faultsOfExports() {
  const twice = [...exportedNames()].filter(([, files]) => files.size > 1);
  const faults = twice
    .filter(([name]) => !(name in sharedNames))
    .map(([name, files]) => `${name} is exported by ${[...files].join(' and ')}`);
  const needless = Object.keys(sharedNames).filter((name) => !twice.some(([each]) => each === name));
  console.log(`exported twice: ${twice.length - faults.length} with a reason, ${faults.length} without`);
  return [...faults, ...needless.map((name) => `run/vocabulary.shared.mjs allows ${name}, which is exported once`)];
}

export function judgeVocabulary() {
  return [...faultsOfNames(), ...faultsOfExports()];
}
