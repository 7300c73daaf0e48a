import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import { hitRecord, silent } from '../redirector.testing.ts';
import { createAcks } from './acks.ts';
import { decodeFrame, type ClickFrame } from './frame.ts';
import type { LogLink, OpenLog } from './log.link.ts';
import { frameHeader, streamName } from './log.stream.ts';
import { type Shipper, startShipper } from './shipper.ts';

// A shipper with a log that gives false answers, and a database that has only what a test puts there.

type Sent = { messageId: string; frame: ClickFrame };

let folder: string;
let journal: Journal;
let shipper: Shipper;
let sent: Sent[];
let stored: Set<string>;
let reports: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-shipper-'));
  const now = () => performance.timeOrigin + performance.now();
  journal = await openJournal({ folder, node: 'node-1', now, onFailure: () => undefined });
  [sent, stored, reports] = [[], new Set(), []];
});
afterEach(async () => {
  await shipper.stop();
  await journal.stop();
  await rm(folder, { recursive: true, force: true });
});

type Answers = {
  publish?(sequence: number): Promise<{ stream: string; seq: number; duplicate: boolean }>;
  /** The frame that the log says is at a place; undefined: none. */
  frameAt?(sequence: number): string | undefined;
  pending?: number;
};

/** Frames are doubted as soon as a test needs it. */
function start(answers: Answers, { doubtMs = 300 } = {}): void {
  const stream = {
    publish: async (_subject: string, payload: Uint8Array, { msgID }: { msgID: string }) => {
      const frame = decodeFrame(payload);
      if (typeof frame === 'string') throw new Error(frame);
      sent.push({ messageId: msgID, frame });
      return answers.publish?.(sent.length) ?? { stream: streamName, seq: sent.length, duplicate: false };
    },
  };
  const manager = {
    streams: {
      getMessage: async (_stream: string, { seq }: { seq: number }) => {
        const name = answers.frameAt?.(seq);
        const header = headers();
        header.set(frameHeader, name ?? '');
        return name === undefined ? null : { header };
      },
    },
    consumers: { info: async () => ({ num_pending: answers.pending ?? 1, num_ack_pending: 0 }) },
  };
  // As much of the client as the shipper uses.
  const open: OpenLog = {
    connection: { isClosed: () => false } as NatsConnection,
    stream: stream as unknown as JetStreamClient,
    manager: manager as unknown as JetStreamManager,
  };
  const link: LogLink = {
    open: () => open,
    whenOpen: async () => open,
    state: () => ({ state: 'ok', reason: '' }),
    report: (state) => void reports.push(state),
    stop: async () => undefined,
  };
  const db = {
    query: async ({ name, values }: { name: string; values: [string[]] }) => ({
      rows:
        name === 'stored_frames' ? values[0].filter((each) => stored.has(each)).map((each) => ({ name: each })) : [],
      rowCount: 0,
    }),
  } as unknown as Queryable;
  const partitionOfHit = ({ code }: { code: string }) => Number(code);
  shipper = startShipper({ journal, link, db, acks: createAcks(), log: silent, partitionOfHit, doubtMs });
}

async function click(count: number): Promise<string[]> {
  const records = Array.from({ length: count }, (_, n) => hitRecord({ code: String(n % 3) }));
  await Promise.all(records.map((record) => new Promise((resolve) => journal.append(record, resolve))));
  return records.map(({ clickId }) => clickId);
}

const clicksSent = (from = 0) =>
  sent
    .slice(from)
    .flatMap(({ frame }) => frame.records.map(({ clickId }) => clickId))
    .toSorted();

test('hits are sent by partition, and released only when the database has all frames before them', async () => {
  start({}, { doubtMs: 60_000 });
  const clicks = await click(30);
  await expect.poll(() => clicksSent()).toEqual(clicks.toSorted());
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
  expect(journal.backlog().hits).toBe(30);
  const [first, ...rest] = sent.map(({ frame }) => frame.name);
  for (const name of rest) stored.add(name);
  const later = await click(3);
  await expect.poll(() => clicksSent()).toEqual([...clicks, ...later].toSorted());
  for (const { frame } of sent) if (frame.name !== first) stored.add(frame.name);
  await expect.poll(() => shipper.backlog()).toEqual({ unshipped: 0, unstored: 33 });
  stored.add(first ?? '');
  await shipper.drainNow();
  expect([journal.backlog().hits, shipper.backlog()]).toEqual([0, { unshipped: 0, unstored: 0 }]);
});

test.each<[string, Answers]>([
  ['has lost it', { frameAt: () => undefined }],
  ['has another frame in its place', { frameAt: () => 'another' }],
  ['has it and gives it to nobody', { frameAt: (sequence) => sent[sequence - 1]?.frame.name, pending: 0 }],
])('a frame that the log confirmed is sent again under another id if the log %s', async (_what, answers) => {
  start(answers);
  const clicks = await click(9);
  await expect.poll(() => clicksSent()).toEqual(clicks.toSorted());
  const before = sent.length;
  await expect.poll(() => clicksSent(before), { timeout: 5_000 }).toEqual(clicks.toSorted());
  const ids = sent.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(ids.length);
  expect([journal.backlog().hits, shipper.counts().lostFrames > 0]).toEqual([9, true]);
  for (const { frame } of sent) stored.add(frame.name);
  await shipper.drainNow();
  expect(journal.backlog().hits).toBe(0);
});

test('a frame that the log takes for a repetition of one that it never stored is sent under another id', async () => {
  start({
    publish: async (seq) => ({ stream: streamName, seq: seq > 3 ? seq : 0, duplicate: seq <= 3 }),
  });
  await click(3);
  await expect.poll(() => shipper.backlog()).toEqual({ unshipped: 0, unstored: 3 });
  const ids = sent.map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
});

test('a frame that waits in the log is not sent again', async () => {
  start({ frameAt: (sequence) => sent[sequence - 1]?.frame.name, pending: 5 });
  await click(3);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect([clicksSent().length, shipper.counts().lostFrames]).toEqual([3, 0]);
});

test.each([
  ['does not say where a frame is', async () => ({ stream: streamName, seq: 0, duplicate: false })],
  ['names another stream', async () => ({ stream: 'other', seq: 1, duplicate: false })],
  ['fails', () => Promise.reject(new Error('no'))],
])('a log that %s has confirmed nothing', async (_what, publish) => {
  let isLying = true;
  start({ publish: (seq) => (isLying ? publish() : Promise.resolve({ stream: streamName, seq, duplicate: false })) });
  const clicks = await click(3);
  await expect.poll(() => shipper.counts().failures).toBeGreaterThan(3);
  expect([shipper.backlog(), journal.backlog().hits, reports.includes('ok')]).toEqual([
    { unshipped: 3, unstored: 0 },
    3,
    false,
  ]);
  isLying = false;
  await expect.poll(() => shipper.backlog(), { timeout: 5_000 }).toEqual({ unshipped: 0, unstored: 3 });
  expect(new Set(clicksSent())).toEqual(new Set(clicks));
});
