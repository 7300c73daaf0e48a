import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClickIds } from '../hits/click-id.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import { type Journal, openJournal } from './journal.ts';
import { hitRecord } from '../redirector.testing.ts';

let folder: string;
const journals: Journal[] = [];
const nextClickId = createClickIds();
const start = 1_795_000_000_000;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-find-'));
});
afterEach(async () => {
  for (const journal of journals.splice(0)) await journal.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<Journal> {
  const options = { folder, node: 'node-1', now: () => start, capBytes: 64 * 1024 ** 2, segmentBytes: 1024 ** 2 };
  const journal = await openJournal({ ...options, onFailure: (error) => expect(error).toBeUndefined() });
  journals.push(journal);
  return journal;
}

/** This many hits, a thousand a second, of browsers that return again and again. */
async function write(journal: Journal, count: number): Promise<HitRecord[]> {
  const hits = Array.from({ length: count }, (_, place) =>
    hitRecord({
      clickId: nextClickId(start + place),
      userAgent: `agent ${place % 300}`,
      address: `203.0.113.${place % 250}`,
    }),
  );
  for (let from = 0; from < hits.length; from += 500) {
    const recorded = hits
      .slice(from, from + 500)
      .map((hit) => new Promise<boolean>((resolve) => journal.append(hit, resolve)));
    expect(await Promise.all(recorded)).not.toContain(false);
  }
  return hits;
}

async function drain(journal: Journal, hits: number): Promise<number> {
  let drained = 0;
  while (drained < hits) {
    const batch = await journal.read(1_000);
    if (!batch) return drained;
    await journal.release(batch);
    drained += batch.written;
  }
  return drained;
}

test('every undrained hit is found with all its fields, in whichever segment it is', async () => {
  const journal = await open();
  const hits = await write(journal, 20_000);
  const drained = await drain(journal, 7_000);
  for (let place = drained; place < hits.length; place += 331) {
    const hit = hits[place];
    expect(await journal.find(hit?.clickId ?? '')).toEqual(hit);
  }
  expect(await journal.find(hits.at(-1)?.clickId ?? '')).toEqual(hits.at(-1));
});

test('a missing click is not found, nor is one drained with its whole segment', async () => {
  const journal = await open();
  const hits = await write(journal, 20_000);
  expect(await journal.find(nextClickId(start + 5_000))).toBeUndefined();
  expect(await journal.find(nextClickId(start - 3_600_000))).toBeUndefined();
  await drain(journal, 20_000);
  expect(await journal.find(hits[10]?.clickId ?? '')).toBeUndefined();
  const [later] = await write(journal, 1);
  expect(await journal.find(later?.clickId ?? '')).toEqual(later);
});

test('the journal of a process that ended is searched too', async () => {
  const first = await open();
  const hits = await write(first, 12_000);
  await first.stop();
  journals.splice(0);
  const second = await open();
  expect(await second.adopt()).toBe(12_000);
  for (const place of [0, 6_000, 11_999]) {
    expect(await second.find(hits[place]?.clickId ?? '')).toEqual(hits[place]);
  }
});
