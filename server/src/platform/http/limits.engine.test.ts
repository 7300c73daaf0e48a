import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Brokers, hasBrokers, startBrokers } from '../../../world/brokers.ts';
import { openWorld, type World } from '../../../world/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// Three nodes that count together over NATS. Their clock stands still, so no window ends.

let brokers: Brokers;
let world: World;
let nodes: readonly Pick<World, 'app' | 'ctx'>[];
/** The name under which nodes send each other marks. */
const marks = 'marks';
const received = new Set<string>();
beforeAll(async () => {
  if (!hasBrokers) return;
  brokers = await startBrokers({ servers: 1 });
  world = await openWorld({ eventsUrl: brokers.url, limits: true });
  nodes = [world, await world.secondNode(), await world.secondNode()];
  for (const [node, { ctx }] of nodes.entries())
    ctx.counts?.receive(marks, (mark) => received.add(`${mark} at ${node}`));
});
afterAll(async () => {
  if (!hasBrokers) return;
  await world[Symbol.asyncDispose]();
  await brokers[Symbol.asyncDispose]();
});
beforeEach(async () => {
  if (!hasBrokers) return;
  const isConnected = async ({ ctx }: Pick<World, 'ctx'>) =>
    (await ctx.metrics.metrics()).includes('vitrine_events_connected 1');
  for (const node of nodes) await vi.waitUntil(() => isConnected(node), { timeout: 20_000 });
  world.clock.advance(120_000);
});

async function get(node: number, authorization?: string) {
  const { app } = nodes[node] ?? world;
  return app.inject({
    url: authorization === undefined ? '/api/v1/me' : '/api/v1/orders?limit=1',
    headers: authorization === undefined ? {} : { authorization },
  });
}

/** Returns when each node has what the others counted: a node sends a mark after its counts. */
async function exchangeCounts(): Promise<void> {
  received.clear();
  const round = randomUUID();
  const areReceived = () =>
    nodes.every((_, from) => nodes.every((__, at) => from === at || received.has(`${round} ${from} at ${at}`)));
  await vi.waitUntil(
    () => {
      // While NATS is away for a moment, a mark is lost.
      for (const [from, { ctx }] of nodes.entries()) ctx.counts?.send(marks, `${round} ${from}`, 1, 0);
      return areReceived();
    },
    { timeout: 20_000, interval: 5 },
  );
}

/** Sends rounds of one request to each node. Returns how many were not limited. */
async function acceptedOf(
  rounds: number,
  { settle, authorization }: { settle(): Promise<void>; authorization?(request: number): string },
) {
  let accepted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(nodes.map((_, node) => get(node, authorization?.(round * nodes.length + node))));
    accepted += answers.filter((answer) => answer.statusCode !== 429).length;
    await settle();
  }
  return accepted;
}

test.skipIf(!hasBrokers)('a client that spreads its calls over three nodes gets the limit of one, ± 10 %', async () => {
  const accepted = await acceptedOf(150, { settle: exchangeCounts });
  expect(accepted).toBeGreaterThanOrEqual(270);
  expect(accepted).toBeLessThanOrEqual(330);
});

test.skipIf(!hasBrokers)('a client that tries wrong keys at three nodes gets the limit of one, ± 10 %', async () => {
  const accepted = await acceptedOf(60, {
    settle: exchangeCounts,
    authorization: (request) => `Bearer vtk_wrong_key_${request}`,
  });
  expect(accepted).toBeGreaterThanOrEqual(108);
  expect(accepted).toBeLessThanOrEqual(132);
});

test.skipIf(!hasBrokers)('a shop is told what all nodes counted', async () => {
  const remainingAt = async (node: number) => {
    const answer = await get(node, 'Bearer vtk_demo_glow_lab');
    return Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
  };
  for (let request = 0; request < 30; request += 1) await remainingAt(0);
  let asked = 0;
  const countedElsewhere = async () => {
    asked += 1;
    return 300 - (await remainingAt(1)) - asked;
  };
  await expect.poll(countedElsewhere).toBe(30);
});

test.skipIf(!hasBrokers)('while NATS is away, each node counts alone and says so', async () => {
  await brokers.kill(0);
  for (const { ctx } of nodes)
    await expect.poll(() => ctx.metrics.metrics(), { timeout: 20_000 }).toContain('vitrine_events_connected 0');
  expect(await acceptedOf(310, { settle: async () => undefined })).toBe(900);
});
