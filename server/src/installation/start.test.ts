import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { testDatabase } from '../../world/database.ts';
import { startServerProcess } from '../../world/process.ts';

/** What a server prints until it says that it is ready. */
async function printed(env: Record<string, string>): Promise<string[]> {
  await using server = await startServerProcess({ env, output: 'pipe' });
  const lines: string[] = [];
  const { stdout } = server.child;
  if (!stdout) throw new Error('the server has no output');
  const reader = createInterface(stdout);
  reader.on('line', (line) => lines.push(line));
  while (!lines.some((line) => line.startsWith('Vitrine is ready'))) await once(reader, 'line');
  return lines;
}

test('a start without an operator prints one line with a setup address of its own', { timeout: 60_000 }, async () => {
  await using database = await testDatabase();
  const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://portal.example', LOG_LEVEL: 'trace' };
  const addresses: string[] = [];
  for (const _start of ['first', 'second']) {
    const lines = (await printed(env)).filter((line) => /vto_|setup/.test(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/https:\/\/portal\.example\/setup#vto_[\w-]{43}$/);
    addresses.push(lines[0] ?? '');
  }
  expect(new Set(addresses).size).toBe(2);
});

test('a node that only runs jobs prints no setup address', { timeout: 60_000 }, async () => {
  await using database = await testDatabase();
  const lines = await printed({ DATABASE_URL: database.url, ROLES: 'worker' });
  expect(lines.filter((line) => line.includes('setup#'))).toEqual([]);
});
