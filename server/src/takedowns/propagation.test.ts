import { expect, test } from 'vitest';
import { liftTakedown, takeDown } from '@vitrine/contract/takedowns.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld } from '../../world/world.ts';
import { startLinkFeed } from '../redirector/link.feed.ts';
import { createLinkTable } from '../redirector/link.table.ts';
import { silent, until } from '../redirector.testing.ts';

test('a redirector learns of a take-down and of its end by notice, without waiting to read the links again', async () => {
  await using world = await openWorld();
  const operator = await world.signIn('operator@vitrine.test');
  const table = createLinkTable();
  // It polls once an hour, so what it learns here comes by notice.
  const feed = startLinkFeed({ url: world.ctx.config.databaseDirectUrl ?? '', table, log: silent, pollMs: 3_600_000 });
  try {
    await feed.firstTry;
    const { pathname } = new URL(world.stock.placements['ava.serum'].short_url);
    const code = pathname.slice('/s/'.length);
    expect([table.find(code)?.isLive, table.takedownOf(code)]).toEqual([true, undefined]);
    const body = { address: pathname, category: 'scam', reason: 'It leads to a fake shop.' } as const;
    const { id } = granted(await operator.call(takeDown, { body }));
    await until(() => table.takedownOf(code) === 'scam');
    expect(table.find(code)?.isLive).toBe(false);
    granted(await operator.call(liftTakedown, { params: { takedown_id: id }, body: { reason: 'It was a mistake.' } }));
    await until(() => table.takedownOf(code) === undefined);
    expect(table.find(code)?.isLive).toBe(true);
  } finally {
    await feed.stop();
  }
});
