import { pino } from 'pino';
import { expect, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { newDataDir, start, useFolder } from '../platform/database/embedded.testing.ts';
import { startLinkFeed } from './link.feed.ts';
import { createLinkTable } from './link.table.ts';

useFolder();

test('on the first start, the feed waits for the roles and tables without a warning', async () => {
  const server = await start(await newDataDir());
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  const feed = startLinkFeed({ url: server.url, table: createLinkTable(), log });
  expect(await feed.firstTry).toBe(false);
  await migrate(server.url);
  await expect.poll(() => feed.hasRead(), { timeout: 10_000 }).toBe(true);
  expect(warnings).toEqual([]);
  await feed.stop();
  await server.stop();
});
