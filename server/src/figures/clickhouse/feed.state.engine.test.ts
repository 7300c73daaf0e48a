import { readHealth } from '@vitrine/contract/monitoring.ts';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../world/client.ts';
import { hasChdb, type StandInClickHouse, startClickHouse } from '../../../world/clickhouse.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { checkFigures } from '../../doctor/figures.check.ts';
import { newId } from '../../platform/ids.ts';
import { storeViews } from '../../storefront/views.queries.ts';
import { parseEngineAddress } from './engine.address.ts';
import { type FigureEngine, openFigureEngine } from './engine.ts';
import { readAttachment } from './feed.attach.ts';
import { feedFigures } from './feed.jobs.ts';

// What operators see of ClickHouse, from its first start to a long absence.

const now = new Date('2026-11-20T15:20:00Z');
let world: World;
let operator: Client;
let clickHouse: StandInClickHouse;
let engine: FigureEngine;
let owner: pg.Client;

async function addView(): Promise<void> {
  const at = new Date('2026-07-01T10:00:00Z');
  const view = { accountId: world.people.accounts.avaGlow, class: 'human', reason: '', browser: '' } as const;
  await world.ctx.database.as({ role: 'redirect' }, (tx) =>
    storeViews(tx, [{ ...view, id: newId(at), at, country: 'US', device: 'mobile', referrerHost: '' }], 1),
  );
}

const figures = async () => (await operator.call(readHealth)).data.figures;
const diagnosis = async () =>
  checkFigures({
    config: { ...world.ctx.config, figures: parseEngineAddress(clickHouse.address) },
    database: world.ctx.database,
    clock: world.ctx.clock,
  });
const feedRows = async () => (await owner.query('select from figure_feed')).rowCount;
const tablesOf = (name: string) =>
  clickHouse.query(`select count() from system.tables where startsWith(name, '${name}')`);

describe.skipIf(!hasChdb)('the state of ClickHouse', () => {
  beforeAll(async () => {
    world = await openWorld({ at: now });
    operator = await world.signIn('operator@vitrine.test');
    clickHouse = await startClickHouse();
    engine = await openFigureEngine(parseEngineAddress(clickHouse.address), new Registry());
    owner = new pg.Client({ connectionString: world.ctx.database.url });
    await owner.connect();
    world.ctx.log.level = 'error';
  });
  afterAll(async () => {
    await engine.close();
    await owner.end();
    await clickHouse[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  test('without FIGURES there is nothing to see', async () => {
    expect(await figures()).toBeNull();
    expect(await checkFigures({ ...world.ctx, config: { ...world.ctx.config, figures: undefined } })).toEqual([]);
  });

  test('it has nothing, and then everything up to a time', async () => {
    world.ctx.figures = engine;
    expect(await figures()).toMatchObject({ fault: null, state: 'attaching', fed_at: null });
    expect(await diagnosis()).toMatchObject([{ level: 'warning', text: expect.stringContaining('has nothing yet') }]);
    await feedFigures(world.ctx);
    expect(await figures()).toMatchObject({ state: 'complete', fed_at: expect.any(String), months_left: 0 });
    expect(await diagnosis()).toMatchObject([{ level: 'ok', text: expect.stringContaining('has everything up to 2') }]);
    expect(await tablesOf('vitrine_doctor')).toBe('0\n');
  });

  test('why PostgreSQL counted is shown', async () => {
    engine.note('counted');
    engine.note('behind');
    expect((await figures())?.questions).toEqual({ counted: 1, behind: 1, failed: 0 });
  });

  test('a user who may not create tables is told what to grant', async () => {
    clickHouse.fault = 'denies_tables';
    expect(await diagnosis()).toMatchObject([
      { level: 'error', text: expect.stringMatching(/can't create and drop tables: .*privileges.*growing\.md/) },
    ]);
    clickHouse.fault = 'none';
  });

  test('one that refuses is named with its reason, and a change that waits for long as well', async () => {
    await addView();
    await owner.query(`update figure_feed set at = $1::timestamptz - interval '1 hour'`, [now]);
    expect(await figures()).toMatchObject({ state: 'behind', waiting_since: '2026-11-20T14:20:00.000Z' });
    expect(await diagnosis()).toMatchObject([
      { level: 'warning', text: expect.stringContaining('lacks changes since') },
    ]);
    clickHouse.fault = 'refuses';
    expect(await figures()).toMatchObject({ fault: expect.stringContaining('refused') });
    expect(await diagnosis()).toMatchObject([{ level: 'error', text: expect.stringContaining("doesn't answer") }]);
    clickHouse.fault = 'none';
  });

  test('an absence does not fill PostgreSQL, and everything is sent again after it', async () => {
    await feedFigures(world.ctx);
    const { name = '' } = (await readAttachment(owner)) ?? {};
    await addView();
    clickHouse.fault = 'refuses';
    await feedFigures(world.ctx).catch(() => undefined);
    expect(await readAttachment(owner)).toBeDefined();
    await feedFigures(world.ctx, 100).catch(() => undefined);
    expect(await readAttachment(owner)).toBeUndefined();
    const left = await feedRows();
    await addView();
    expect(await feedRows()).toBe(left);
    clickHouse.fault = 'none';
    expect(await figures()).toMatchObject({ state: 'attaching' });
    await feedFigures(world.ctx);
    expect(await figures()).toMatchObject({ state: 'complete' });
    expect(await tablesOf(name)).toBe('0\n');
    const again = (await readAttachment(owner))?.name ?? '';
    expect(await clickHouse.query(`select count() from ${again}_views final`)).toBe('3\n');
  });
});
