import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { actionNames } from './action-texts.ts';

const server = fileURLToPath(new URL('../../../server/src/', import.meta.url));

/** The codes that the server's sources write after `action`, alone or as the two results of a condition. */
function auditedActions(): string[] {
  const files = globSync('**/*.ts', { cwd: server }).filter((file) => !/\.(test|testing)\.ts$/.test(file));
  const lines = files.flatMap((file) => readFileSync(server + file, 'utf8').split('\n'));
  return lines
    .filter((line) => /\baction(:| =) .*'\w+\.\w+'/.test(line))
    .flatMap((line) => [...line.matchAll(/'(\w+\.\w+)'/g)].map(([, code = '']) => code));
}

test('every action of the audit log has a name', () => {
  const actions = [...new Set(auditedActions())];
  expect(actions.length).toBeGreaterThan(40);
  expect(actions.filter((code) => !(code in actionNames))).toEqual([]);
});
