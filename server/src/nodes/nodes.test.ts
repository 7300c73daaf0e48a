import { readHealth } from '@vitrine/contract/monitoring.ts';
import { forgetNode, type InstallationNode } from '@vitrine/contract/nodes.ts';
import { listAuditEntries } from '@vitrine/contract/operators.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../world/client.ts';
import { newId } from '../platform/ids.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

let world: World;
let operator: Client;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.signIn('operator@vitrine.test');
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.ctx.database.pool.query('delete from nodes');
});

type Reported = {
  name?: string;
  folder?: string | null;
  /** Seconds ago. */
  started?: number;
  seen?: number;
  stopped?: boolean;
  steady?: number;
  held?: number;
};

/** A process that has reported. */
async function reported(of: Reported = {}): Promise<string> {
  const { name = 'node-1', folder = name, started = 600, seen = 1, stopped = false, steady = started, held = 0 } = of;
  const id = newId(new Date());
  await world.ctx.database.pool.query(
    `insert into nodes (run_id, name, roles, version, host, process_id, folder, started_at, last_seen_at, stopped_at, steady_since, held_hits, oldest_hit_at)
     values ($1, $2, $3, '1.0.0', 'host-1', 7, $4, now() - $5 * interval '1 s', now() - $6 * interval '1 s',
       case when $7 then now() - $6 * interval '1 s' end, now() - $8 * interval '1 s', $9::bigint, case when $9::bigint > 0 then now() end)`,
    [id, name, folder === null ? ['api'] : ['redirect'], folder, started, seen, stopped, steady, held],
  );
  return id;
}

const onPage = async () => granted(await operator.call(readHealth)).nodes;
const briefly = ({ name, state, held }: InstallationNode) => [name, state, held?.hits ?? null];
const listed = async () => (await onPage()).map(briefly);

test('a node that has not reported for 20 seconds is silent, and named first with what it held', async () => {
  await reported({ name: 'node-1' });
  await reported({ name: 'node-2', seen: 10 });
  await reported({ name: 'node-3', seen: 21, held: 7 });
  await reported({ name: 'api-1', folder: null });
  expect(await listed()).toEqual([
    ['node-3', 'silent', 7],
    ['api-1', 'running', null],
    ['node-1', 'running', 0],
    ['node-2', 'running', 0],
  ]);
  const metrics = (await world.app.inject('/metrics')).body;
  expect(metrics).toMatch(/^vitrine_node_silent\{node="node-3"\} 1$/m);
  expect(metrics).toMatch(/^vitrine_node_silent\{node="node-1"\} 0$/m);
  expect(metrics).toMatch(/^vitrine_node_held_hits\{node="node-3"\} 7$/m);
});

test('after an outage of the database, no node is silent before the others had time to report', async () => {
  await reported({ name: 'node-1', steady: 3 });
  await reported({ name: 'node-2', seen: 90, held: 3 });
  expect(await listed()).toEqual([
    ['node-1', 'running', 0],
    ['node-2', 'running', 3],
  ]);
});

test('a node that stopped in order is listed as stopped, with what its journal still has', async () => {
  await reported({ name: 'node-1' });
  await reported({ name: 'node-2', seen: 60, stopped: true, held: 4 });
  await reported({ name: 'node-3', seen: 60, stopped: true });
  expect(await listed()).toEqual([
    ['node-2', 'stopped', 4],
    ['node-3', 'stopped', 0],
    ['node-1', 'running', 0],
  ]);
});

test.each([
  { what: 'killed, and started again on its folder', before: { seen: 40, held: 9 }, after: {}, isListed: false },
  { what: 'stopped, and started again on its folder', before: { stopped: true, held: 9 }, after: {}, isListed: false },
  {
    what: 'replaced with an empty disk, while it held nothing',
    before: { seen: 40 },
    after: { folder: 'other' },
    isListed: false,
  },
  {
    what: 'replaced with an empty disk, while it held clicks',
    before: { seen: 40, held: 9 },
    after: { folder: 'other' },
    isListed: true,
  },
])('a node that was $what: listed $isListed', async ({ before, after, isListed }) => {
  await reported({ started: 900, ...before });
  await reported({ started: 30, ...after });
  await reported({ name: 'node-2' });
  const ended = (await listed()).filter(([, state]) => state !== 'running');
  expect(ended).toHaveLength(isListed ? 1 : 0);
});

test('two running processes with one name are named, and one that was killed before is none of them', async () => {
  await reported({ started: 300 });
  await reported({ started: 200 });
  await reported({ name: 'node-2', started: 300, seen: 12 });
  await reported({ name: 'node-2', started: 10 });
  expect((await onPage()).map(({ name, is_duplicate }) => [name, is_duplicate])).toEqual([
    ['node-1', true],
    ['node-1', true],
    ['node-2', false],
    ['node-2', false],
  ]);
});

test('an operator forgets a silent node, which is audited with the clicks it held', async () => {
  await reported({ name: 'node-1' });
  const id = await reported({ name: 'node-2', seen: 30, held: 7 });
  granted(await operator.call(forgetNode, { params: { node_id: id } }));
  expect(await listed()).toEqual([['node-1', 'running', 0]]);
  const [entry] = granted(await operator.call(listAuditEntries));
  expect(entry).toMatchObject({ action: 'node.forgotten', details: { node: 'node-2', clicks_lost: 7 } });
});

test('a running node and an unknown one can’t be forgotten', async () => {
  const id = await reported();
  expect(await operator.call(forgetNode, { params: { node_id: id } })).toMatchObject({ status: 409 });
  expect(await operator.call(forgetNode, { params: { node_id: newId(new Date()) } })).toMatchObject({ status: 404 });
  expect(await operator.call(forgetNode, { params: { node_id: 'x' } })).toMatchObject({ status: 404 });
  expect(await listed()).toHaveLength(1);
});
