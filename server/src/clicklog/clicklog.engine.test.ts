import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Brokers, hasBrokers, startBrokers } from '../../world/brokers.ts';
import { longPatience } from '../../world/patience.ts';
import { createClickFinder } from '../drain/click.find.ts';
import { createClickIds, uuidOfClick } from '../hits/click-id.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { expectAgreement, hitRecord, openScene, type RedirectorScene, silent, until } from '../redirector.testing.ts';
import {
  deleteStream,
  clickIdsOf,
  type LogNode,
  type ClickNodeOptions,
  openLog,
  openClickNode,
  openStoring,
  storedClicks,
  withManager,
} from './clicklog.testing.ts';
import { encodeClickFrame } from './frame.ts';
import { openConsumers, openStream, streamName, subjectOfPartition } from './log.stream.ts';
import { readLinkOwners } from './owners.queries.ts';

const longMs = 120_000;
const isFull = process.env['VITRINE_TEST_ENGINES'] === 'full';
const patience = { timeout: 30_000, interval: 50 };

describe.skipIf(!hasBrokers)('clicks through NATS', { timeout: longMs }, () => {
  let brokers: Brokers;
  let scene: RedirectorScene;
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    brokers = await startBrokers();
  }, longMs);
  afterAll(() => brokers?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    scene = await openScene();
    await scene.addLink('shirt');
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
    await scene[Symbol.asyncDispose]();
    await deleteStream(brokers);
  }, longMs);

  const nodeOf = async (options: Partial<ClickNodeOptions> = {}): Promise<LogNode> => {
    const node = await openClickNode(scene, { brokers: brokers.url, ...options });
    undo.push(node.stop);
    return node;
  };
  const startStoring = async (): Promise<void> => {
    undo.push((await openStoring(scene, brokers.url)).stop);
  };
  const backlogOf = ({ served }: LogNode) => served.redirector.backlog().hits;
  const untilShipped = async (node: LogNode, hits: number): Promise<void> => {
    await expect
      .poll(
        async () => (await node.metrics.getSingleMetric('vitrine_click_log_shipped_total')?.get())?.values[0]?.value,
        patience,
      )
      .toBe(hits);
  };

  test('every click of two nodes is stored once, and leaves the journal after that', async () => {
    const one = await nodeOf();
    const other = await nodeOf({ nodeId: 'node-2' });
    const clicks = [...(await one.click(30)), ...(await other.click(30))];
    await untilShipped(one, 30);
    expect([await storedClicks(scene), backlogOf(one), backlogOf(other)]).toEqual([[], 30, 30]);
    await startStoring();
    await Promise.all([one, other].map(({ served }) => served.redirector.drainNow()));
    expect(await storedClicks(scene)).toEqual(clickIdsOf(clicks));
    expect([backlogOf(one), backlogOf(other)]).toEqual([0, 0]);
    expect(await scene.query('select node, count(*)::int as n from hits group by 1 order by 1')).toEqual([
      { node: 'node-1', n: 30 },
      { node: 'node-2', n: 30 },
    ]);
    await expect.poll(() => scene.query('select name from click_frames'), patience).toEqual([]);
    await expectAgreement(scene);
  });

  test('a worker that dies between commit and confirmation stores nothing twice', async () => {
    await withManager(brokers, async (manager, connection) => {
      await openStream(connection, manager);
      await manager.consumers.add(streamName, {
        durable_name: 'partition-0',
        filter_subject: subjectOfPartition(0),
        ack_policy: 'explicit',
        ack_wait: 500_000_000,
      });
      await openConsumers(manager);
    });
    const node = await nodeOf();
    const clicks = await node.click(20);
    const dying = await openStoring(scene, brokers.url, { diesAfterCommit: true });
    await until(async () => (await storedClicks(scene)).length > 0, 30_000);
    await dying.stop();
    await startStoring();
    await node.served.redirector.drainNow();
    expect(await storedClicks(scene)).toEqual(clickIdsOf(clicks));
    await expectAgreement(scene);
  });

  test('no click is lost or doubled when the leader is killed while clicks arrive', async () => {
    const node = await nodeOf();
    await startStoring();
    const clicks = await node.click(20);
    await node.served.redirector.drainNow();
    const leader = await brokers.leaderOf(streamName);
    const [more] = await Promise.all([node.click(100), brokers.kill(leader)]);
    await brokers.restart(leader);
    await node.served.redirector.drainNow();
    expect(await storedClicks(scene)).toEqual(clickIdsOf([...clicks, ...more]));
    await expectAgreement(scene);
  });

  test('with frozen brokers redirects go on, the journal keeps their clicks, and they are stored later', async () => {
    const node = await nodeOf();
    await startStoring();
    const before = await node.click(5);
    await node.served.redirector.drainNow();
    for (const server of [0, 1, 2]) brokers.freeze(server);
    const clicks = await node.click(50);
    expect([clicks.every((id) => id !== ''), backlogOf(node)]).toEqual([true, 50]);
    for (const server of [0, 1, 2]) brokers.thaw(server);
    await node.served.redirector.drainNow();
    expect(await storedClicks(scene)).toEqual(clickIdsOf([...before, ...clicks]));
  });

  test('clicks that all brokers confirmed and then lost are sent again from the journal', async () => {
    const node = await nodeOf({ doubtMs: 500 });
    const clicks = await node.click(20);
    await untilShipped(node, 20);
    await brokers.replaceAll();
    await startStoring();
    await node.served.redirector.drainNow();
    expect(await storedClicks(scene)).toEqual(clickIdsOf(clicks));
    expect(node.logged()).toContain('the click log lost a frame that it had confirmed');
    await expectAgreement(scene);
  });

  test('clicks with a replicated confirmation survive the loss of their node and its disk', async () => {
    const node = await nodeOf({ ack: 'replicated' });
    const clicks = await node.click(20);
    await untilShipped(node, 20);
    await node.stop();
    await rm(node.dataDir, { recursive: true, force: true });
    await startStoring();
    await expect.poll(() => storedClicks(scene), patience).toEqual(clickIdsOf(clicks));
    await expectAgreement(scene);
  });

  test('an order finds a click of another node before the database has it', async () => {
    const node = await nodeOf();
    const pool = openRedirectPool(scene.url, silent);
    const api = openLog(brokers.url, { nodeId: 'api' });
    undo.push(() => pool.end(), api.stop);
    const find = createClickFinder({
      find: api.find,
      ownerOf: async (code) => (await readLinkOwners(pool, [code])).get(code),
      pool,
      publicHost: 'portal.example',
      log: silent,
      patienceMs: longPatience.click,
    });
    await node.click(3);
    await untilShipped(node, 3);
    await until(() => api.state().state === 'ok');
    const clicks = await node.click(12);
    await untilShipped(node, 15);
    const found = await Promise.all(clicks.map(find));
    expect(found.map((each) => each?.hitId)).toEqual(clicks.map(uuidOfClick));
    expect(found[0]).toMatchObject({ creatorId: scene.creatorId, class: 'human' });
    expect(await find(createClickIds()(Date.now()))).toBeUndefined();
    expect(await storedClicks(scene)).toEqual([]);
  });

  test.runIf(isFull)(
    'a node without the log stores beside it, and the log can be turned off with clicks in it',
    async () => {
      const old = await scene.serve({ nodeId: 'old' });
      const node = await nodeOf();
      const clicks = await node.click(20);
      await untilShipped(node, 20);
      const direct: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const { headers } = await old.visit('/s/shirt', { headers: { 'x-forwarded-for': `192.0.2.${n}` } });
        direct.push(new URL(headers.location ?? '').searchParams.get('vt_click') ?? '');
      }
      await node.served.stop();
      const without = await scene.serve({ dataDir: node.dataDir, nodeId: 'node-1' });
      await startStoring();
      await Promise.all([without.redirector.drainNow(), old.redirector.drainNow()]);
      await expect.poll(() => streamMessages(brokers), patience).toBe(0);
      expect(await storedClicks(scene)).toEqual(clickIdsOf([...clicks, ...direct]));
      await expectAgreement(scene);
    },
  );

  test.runIf(isFull)('frames of a newer version and damaged ones are named, and do not block the others', async () => {
    const node = await nodeOf();
    await node.click(1);
    await untilShipped(node, 1);
    const good = Buffer.from(encodeClickFrame({ name: 'x', node: 'y', records: [hitRecord()] }));
    const newer = Buffer.from(
      good.toString('latin1').replace('vitrine-clicks\u00001', 'vitrine-clicks\u00002'),
      'latin1',
    );
    const damaged = Buffer.from(good.map((byte, place) => (place === good.length - 1 ? byte ^ 1 : byte)));
    await withManager(brokers, async (manager) => {
      const client = manager.jetstream();
      for (const message of [newer, damaged]) await client.publish(subjectOfPartition(3), message);
    });
    const clicks = await node.click(10);
    await startStoring();
    await expect.poll(() => storedClicks(scene), patience).toHaveLength(clicks.length + 1);
    await expect.poll(() => streamMessages(brokers), patience).toBe(1);
  });
});

async function streamMessages(brokers: Brokers): Promise<number> {
  return withManager(brokers, async (manager) => (await manager.streams.info(streamName)).state.messages);
}
