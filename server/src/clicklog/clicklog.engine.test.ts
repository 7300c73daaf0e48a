import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Brokers, hasBrokers, startBrokers } from '../../world/brokers.ts';
import { expectAgreement, openScene, type RedirectorScene } from '../redirector.testing.ts';
import { deleteStream, idsOf, openNode, openStoring, storedClicks } from './clicklog.testing.ts';

const patience = { timeout: 15_000, interval: 50 };

describe.skipIf(!hasBrokers)('clicks through NATS', () => {
  let brokers: Brokers;
  let scene: RedirectorScene;
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    brokers = await startBrokers();
  }, 30_000);
  afterAll(() => brokers?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    scene = await openScene();
    await scene.addLink('shirt');
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
    await scene[Symbol.asyncDispose]();
    await deleteStream(brokers);
  });

  test('every click of two nodes is stored once, and leaves the journal after that', async () => {
    const one = await openNode(scene, { brokers: brokers.url });
    const other = await openNode(scene, { brokers: brokers.url, nodeId: 'node-2' });
    undo.push(one.stop, other.stop);
    const clicks = [...(await one.click(30)), ...(await other.click(30))];
    expect(await storedClicks(scene)).toEqual([]);
    expect(one.served.redirector.backlog().hits).toBe(30);
    const storing = await openStoring(scene, brokers.url);
    undo.push(storing.stop);
    await Promise.all([one.served.redirector.drainNow(), other.served.redirector.drainNow()]);
    expect(await storedClicks(scene)).toEqual(idsOf(clicks));
    expect([one, other].map(({ served }) => served.redirector.backlog().hits)).toEqual([0, 0]);
    expect(await scene.query('select node, count(*)::int as n from hits group by 1 order by 1')).toEqual([
      { node: 'node-1', n: 30 },
      { node: 'node-2', n: 30 },
    ]);
    await expect.poll(() => scene.query('select name from click_frames'), patience).toEqual([]);
    await expectAgreement(scene);
  });
});
