import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { createApiKey } from '@vitrine/contract/merchants.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { commandsOf, fencesOf, isRun, programsOf, programTests } from '../../../production/guide.testing.ts';
import { repository } from '../../../production/sources.testing.ts';
import { demoApiKey } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { granted } from '../../../world/shelves.ts';
import { matureCommissions } from '../../commissions/commissions.maturity.ts';
import { makeHit, orderOf, usd } from '../../orders/orders.testing.ts';
import { addMethod, avaOf, request } from '../../payouts/payouts.testing.ts';
import { readGuides } from './docs.guides.ts';

// Every block of a guide for shops is run word for word: commands here, in the order of the guides, and programs by the
// test that guide.testing.ts names. A block that isn't run says why.

const guides = readGuides(endpoints).map(({ name }) => name);

const returnWindowMs = 31 * 86_400_000;

let world: World;
let folder: string;
/** What the reader of a guide has to put in. */
let own: [placeholder: string, value: string][];
beforeAll(async () => {
  // The guides place orders with `date`, so the world's time is the machine's in the end.
  world = await openWorld({ at: new Date(Date.now() - returnWindowMs) });
  await requestPayoutOfOrder();
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const { clickId } = await makeHit(world, 'avaGlow');
  const staff = await world.signIn('brand@glow.test');
  const scopes = ['orders:write' as const, 'orders:read' as const];
  const body = { name: 'Trying out', scopes, is_test: true };
  const { key: testKey } = granted(await staff.call(createApiKey, { params: { merchant: 'glow-lab' }, body }));
  folder = await mkdtemp(join(tmpdir(), 'vitrine-guides-'));
  own = [
    ['https://portal.example', `http://127.0.0.1:${port}`],
    ['vtk_test_your_key', testKey],
    ['vtk_your_key', demoApiKey],
    ['the_value_of_vt_click', clickId],
    ['a_handle', 'ava'],
    ['https://shop.example', 'https://shop.glowlab.example'],
  ];
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world[Symbol.asyncDispose]();
});

/** A payout for the guide that lists payouts, of an order whose return window is over. */
async function requestPayoutOfOrder(): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow');
  const lines = [{ line_id: '1', title: 'Dew Serum', quantity: 4, unit_price: usd('4800') }];
  const body = orderOf(world, 'paid-out', { click_id: clickId, lines });
  granted(await world.shop(demoApiKey).call(receiveOrder, { body }));
  world.clock.advance(returnWindowMs);
  await matureCommissions(world.ctx);
  const ava = await world.signIn('ava@creators.test');
  await addMethod(ava);
  granted(await request(ava, avaOf(world)));
}

/** Runs a command in a shell that has the variables of the commands before it. Returns what it printed. */
async function run(text: string): Promise<string> {
  const command = own.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const variables = join(folder, 'variables');
  const script = `set -euo pipefail\ntouch ${variables}\n. ${variables}\n${command}\nexport -p > ${variables}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    // The description of the API alone has more than one MB.
    maxBuffer: 16 * 2 ** 20,
  });
  return stdout;
}

/** In a printed answer, `…` stands for any value, and at the end of a list for more entries. */
function pattern(printed: string): unknown {
  return JSON.parse(printed, (_key, value: unknown) => {
    if (Array.isArray(value) && value.at(-1) === anything)
      return expect.arrayContaining(value.slice(0, -1).map((entry: object) => expect.objectContaining(entry)));
    return value === '…' ? anything : value;
  }) as unknown;
}
const anything: unknown = expect.anything();

describe('every command of a guide, run word for word, is answered as the guide says', () => {
  test.for(guides.filter((guide) => commandsOf(guide).length > 0))('%s', async (guide) => {
    for (const { text, answer } of commandsOf(guide)) {
      const printed = await run(text);
      if (answer !== undefined) expect(JSON.parse(printed), text).toMatchObject(pattern(answer) as object);
      else expect(text, 'a request without an answer').not.toContain('curl ');
    }
  });
});

describe('every block of a guide is run, or says why not', () => {
  const blocks = guides.flatMap((guide) => fencesOf(`shops/${guide}`).map((fence) => ({ guide, ...fence })));

  test('a block says in words why it is not run, and says nothing else', () => {
    const labels = blocks.map(({ label }) => label).filter((label) => label !== '');
    for (const label of labels) expect(label).toMatch(/^not-run=[a-z]+(-[a-z]+)+$/);
  });

  test('every block names its language, for its colors', () => {
    expect(blocks.filter(({ language }) => language === '')).toEqual([]);
  });

  test('every program is in the guide of a test, which takes all of them', async () => {
    const withPrograms = guides.filter((guide) => programsOf(guide).length > 0);
    expect(withPrograms.toSorted()).toEqual(Object.keys(programTests).toSorted());
    for (const [guide, file] of Object.entries(programTests)) {
      expect(existsSync(join(repository, file)), file).toBe(true);
      const calls = [...(await readFile(join(repository, file), 'utf8')).matchAll(/takePrograms\('(\w+)', (\d+)\)/g)];
      expect(calls.map(([, name, count]) => [name, Number(count)])).toEqual([[guide, programsOf(guide).length]]);
    }
  });

  test('no block is left over', () => {
    for (const guide of guides) {
      const commands = commandsOf(guide).flatMap(({ text, answer }) => [text, answer]);
      const taken = [...commands, ...programsOf(guide)].filter((text) => text !== undefined);
      const wanted = fencesOf(`shops/${guide}`).filter(isRun);
      expect(taken.toSorted()).toEqual(wanted.map(({ text }) => text).toSorted());
    }
  });
});
