import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BrokerOptions, hasBrokers, startBrokers } from '../../world/brokers.ts';
import { openScene, type RedirectorScene, until } from '../redirector.testing.ts';
import { checkClickLog } from '../doctor/clicklog.check.ts';
import {
  clickIdsOf,
  clickLogSettings,
  openClickNode,
  openStoring,
  storedClicks,
  withManager,
} from './clicklog.testing.ts';
import { streamName, subjectOfPartition } from './log.stream.ts';

const longMs = 120_000;
const isFull = process.env['VITRINE_TEST_ENGINES'] === 'full';
const inFull = <Case>(one: Case): Case[] => (isFull ? [one] : []);

describe.skipIf(!hasBrokers)('a log that must not be used', { timeout: longMs }, () => {
  let scene: RedirectorScene;
  beforeEach(async () => {
    scene = await openScene();
    await scene.addLink('shirt');
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  test.each<[string, BrokerOptions, RegExp]>([
    ...inFull<[string, BrokerOptions, RegExp]>([
      'runs on one server',
      { servers: 1 },
      /one server; clicks need a cluster of three/,
    ]),
    [
      'syncs only now and then',
      { sync: '2m' },
      /vitrine-1.*confirms clicks before they are on disk; add "sync_interval: always" to jetstream/,
    ],
    ...inFull<[string, BrokerOptions, RegExp]>([
      'does not say whether it syncs',
      { edit: (text) => text.replace(/imports: .*/, '').replace(/exports: .*/, '') },
      /no NATS server says whether it syncs; add to the account of Vitrine: imports: .*and to SYS: exports: /,
    ]),
  ])('one that %s is refused, and says what to change', async (what, options, reason) => {
    await using brokers = await startBrokers(options);
    const node = await openClickNode(scene, { brokers: brokers.url });
    await until(() => node.clickLog.state().state === 'refused', 30_000);
    expect(node.clickLog.state().reason).toMatch(reason);
    expect(node.logged()).toContain('the click log is refused; clicks stay in the journal');
    const { text } = await checkClickLog({ clickLog: clickLogSettings(brokers.url) });
    expect(text).toMatch(
      what.includes('one server') || what.includes('does not say') ? /the stream is created/ : reason,
    );
    expect(await node.metrics.metrics()).toContain('vitrine_click_log_state{state="refused"} 1');
    const clicks = await node.click(3);
    expect([clicks.every((id) => id !== ''), node.served.redirector.backlog().hits]).toEqual([true, 3]);
    await node.stop();
  });

  test.runIf(isFull)(
    'a stream with too few replicas is refused until somebody adds them; a full one releases nothing',
    async () => {
      await using brokers = await startBrokers();
      await withManager(brokers, (manager) =>
        manager.streams.add({
          name: streamName,
          subjects: ['vitrine.clicks.*'],
          retention: 'workqueue',
          discard: 'new',
          num_replicas: 1,
          max_bytes: 4_000,
          allow_direct: true,
        }),
      );
      const node = await openClickNode(scene, { brokers: brokers.url });
      await until(() => node.clickLog.state().state === 'refused', 30_000);
      expect(node.clickLog.state().reason).toBe(
        'the stream vitrine-clicks has 1 replicas; run: nats stream edit vitrine-clicks --replicas 3',
      );
      await withManager(brokers, (manager) => manager.streams.update(streamName, { num_replicas: 3 }));
      await until(() => node.clickLog.state().state === 'ok', 30_000);
      const clicks = await node.click(40);
      await until(() => node.clickLog.state().state === 'full', 30_000);
      expect(node.logged()).toContain('the click log is full; clicks stay in the journal');
      expect(node.served.redirector.backlog().hits).toBe(40);
      await withManager(brokers, (manager) => manager.streams.update(streamName, { max_bytes: -1 }));
      const storing = await openStoring(scene, brokers.url);
      await node.served.redirector.drainNow();
      expect(await storedClicks(scene)).toEqual(clickIdsOf(clicks));
      await storing.stop();
      await node.stop();
    },
  );

  test.runIf(isFull)(
    'the stream is full before its servers are, which would stop them',
    async () => {
      await using brokers = await startBrokers({ storeBytes: 5_000_000 });
      const node = await openClickNode(scene, { brokers: brokers.url });
      await until(() => node.clickLog.state().state === 'ok', 30_000);
      const refusal = await withManager(brokers, async (manager) => {
        const junk = Buffer.alloc(256_000);
        for (let n = 0; n < 40; n += 1) {
          const answer = await manager.jetstream().publish(subjectOfPartition(3), junk).catch(String);
          if (typeof answer === 'string') return answer;
        }
        return 'none';
      });
      expect(refusal).toContain('maximum bytes exceeded');
      await until(async () => {
        await node.click(20);
        return node.clickLog.state().state === 'full';
      }, 20_000);
      await withManager(brokers, (manager) => manager.streams.purge(streamName));
      await until(() => node.clickLog.state().state === 'ok', 30_000);
      await node.stop();
    },
    60_000,
  );
});
