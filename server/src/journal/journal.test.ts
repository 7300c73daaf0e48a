import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProfileBook, encodeRecords, type HitRecord } from '../hits/hit.record.ts';
import { writeFrame } from './journal.frame.ts';
import { createPace } from './journal.pace.ts';
import { surveySegment } from './journal.reader.ts';
import { type Journal, type JournalOptions, openJournal } from './journal.ts';
import { hitRecord } from '../redirector.testing.ts';

let folder: string;
const opened: Journal[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-journal-'));
});
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(options: Partial<JournalOptions> = {}): Promise<Journal> {
  const now = () => performance.timeOrigin + performance.now();
  const journal = await openJournal({ folder, node: 'node-1', now, onFailure: () => undefined, ...options });
  opened.push(journal);
  return journal;
}

const record = (referrer = 'https://ex.example/'): HitRecord => hitRecord({ referrer, query: 'q' });

/** The lines of a single hit, as in a frame. */
const linesOf = (hit: HitRecord): string[] => encodeRecords([hit], createProfileBook());

const append = (journal: Journal, hit: HitRecord) => new Promise<boolean>((resolve) => journal.append(hit, resolve));

async function readAll(journal: Journal, limit = 1_000): Promise<HitRecord[]> {
  const records: HitRecord[] = [];
  for (;;) {
    const batch = await journal.read(limit);
    if (batch === undefined) return records;
    records.push(...batch.records);
    await journal.release(batch);
  }
}

/** The bytes of all segments of the only run in the folder. */
function bytesOnDisk(): Buffer {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.journal'));
  return Buffer.concat(files.map((name) => readFileSync(join(folder, name))));
}

test('a record is in the file by the time its append is confirmed', async () => {
  const journal = await open();
  const texts = Array.from({ length: 50 }, () => record());
  const isOnDisk = await Promise.all(
    texts.map(async (hit) => (await append(journal, hit)) && bytesOnDisk().includes(hit.clickId)),
  );
  expect(isOnDisk).toEqual(texts.map(() => true));
});

test('records come back once each and in order, whatever the batch boundaries', async () => {
  const journal = await open({ segmentBytes: 4_096 });
  const texts = Array.from({ length: 500 }, () => record('x'.repeat(Math.floor(Math.random() * 300))));
  for (let from = 0; from < texts.length; from += 7) {
    await Promise.all(texts.slice(from, from + 7).map((text) => append(journal, text)));
  }
  expect(await readAll(journal, 13)).toEqual(texts);
  expect(journal.backlog()).toMatchObject({ hits: 0, bytes: 0, ageMs: 0 });
});

test('records that were read and not released are read again', async () => {
  const journal = await open();
  const text = record();
  await append(journal, text);
  expect((await journal.read(10))?.records).toEqual([text]);
  expect((await journal.read(10))?.records).toEqual([text]);
});

test('an address is deleted from the disk as soon as its hit is drained', async () => {
  const journal = await open();
  await append(journal, record());
  expect(bytesOnDisk().includes('203.0.113.7')).toBe(true);
  await readAll(journal);
  expect(bytesOnDisk().includes('203.0.113.7')).toBe(false);
  const text = record();
  expect(await append(journal, text)).toBe(true);
  expect(await readAll(journal)).toEqual([text]);
});

test('drained segments are removed', async () => {
  const journal = await open({ segmentBytes: 4_096 });
  for (let n = 0; n < 100; n += 1) await append(journal, record('x'.repeat(200)));
  const segments = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.journal'));
  expect(segments().length).toBeGreaterThan(5);
  await readAll(journal);
  expect(segments().length).toBeLessThanOrEqual(2);
});

describe('a process that ended', () => {
  async function leave(hits: readonly HitRecord[], node = 'node-1'): Promise<string> {
    const run = join(folder, `${node}.999999-1-1`);
    await mkdir(run);
    const segment = Buffer.alloc(64 * 1024);
    let at = 0;
    for (const hit of hits) at += writeFrame(segment.subarray(at), linesOf(hit));
    await writeFile(join(run, '00000001.journal'), segment);
    return run;
  }

  test('leaves its records to the next one, which reads them first and removes the folder', async () => {
    const texts = [record(), record()];
    const run = await leave(texts, 'node-7');
    const journal = await open();
    expect(await journal.adopt()).toBe(2);
    const text = record();
    await append(journal, text);
    expect(journal.backlog().hits).toBe(3);
    const batch = await journal.read(10);
    expect(batch).toMatchObject({ node: 'node-7', records: texts });
    expect(await readAll(journal)).toEqual([...texts, text]);
    expect(existsSync(run)).toBe(false);
  });

  test('is recognized as such, and the journal of a running process is not touched', async () => {
    const living = await open();
    await append(living, record());
    const journal = await open();
    expect(await journal.adopt()).toBe(0);
    expect(await readAll(journal)).toEqual([]);
    expect(await readAll(living)).toHaveLength(1);
  });

  test('in an orderly way leaves what it could not drain', async () => {
    const first = await open();
    const text = record();
    await append(first, text);
    await first.stop();
    const second = await open();
    expect(await second.adopt()).toBe(1);
    expect(await readAll(second)).toEqual([text]);
  });

  test('a tail cut at any byte loses no earlier record and blocks no start', () => {
    const texts = Array.from({ length: 12 }, (_, place) => record(`agent ${place} ${'x'.repeat(90)}`));
    const segment = Buffer.alloc(4_096);
    const ends: number[] = [];
    let at = 0;
    for (const text of texts) ends.push((at += writeFrame(segment.subarray(at), linesOf(text))));
    for (let cut = Math.max(0, at - 2_048); cut <= at; cut += 1) {
      const whole = ends.filter((end) => end <= cut).length;
      for (const torn of [segment.subarray(0, cut), zeroedFrom(segment, cut), garbledFrom(segment, cut)]) {
        expect(surveySegment(torn)).toMatchObject({ records: whole, end: ends[whole - 1] ?? 0 });
      }
    }
  });
});

function zeroedFrom(segment: Buffer, cut: number): Buffer {
  return Buffer.from(segment).fill(0, cut);
}

function garbledFrom(segment: Buffer, cut: number): Buffer {
  return Buffer.from(segment).fill(0xa5, cut);
}

test('a damaged frame loses only its own records', () => {
  const texts = [record(), record(), record()];
  const segment = Buffer.alloc(2_048);
  const ends: number[] = [];
  let at = 0;
  for (const text of texts) ends.push((at += writeFrame(segment.subarray(at), linesOf(text))));
  segment[(ends[0] ?? 0) + 20] = 0;
  expect(surveySegment(segment)).toMatchObject({ records: 2, end: at });
});

describe('when the disk accepts no writes', () => {
  test('every append fails, and appends work again when the disk does', async () => {
    const failures: unknown[] = [];
    const journal = await open({ segmentBytes: 2_048, onFailure: (error) => failures.push(error) });
    expect(await append(journal, record())).toBe(true);
    const [run = ''] = (await readdir(folder)).map((name) => join(folder, name));
    await rm(run, { recursive: true });
    await writeFile(run, 'in the way');
    const outcomes: boolean[] = [];
    for (let n = 0; n < 40; n += 1) outcomes.push(await append(journal, record('x'.repeat(300))));
    expect(outcomes.at(-1)).toBe(false);
    expect(failures.length).toBeGreaterThan(0);
    await rm(run);
    await mkdir(run);
    const deadline = performance.now() + 5_000;
    while (!(await append(journal, record())) && performance.now() < deadline)
      await new Promise((go) => setTimeout(go, 20));
    expect(await append(journal, record())).toBe(true);
  });

  test('a journal that is not drained stops at its cap and continues after a drain', async () => {
    const journal = await open({ segmentBytes: 4_096, capBytes: 20_000 });
    let kept = 0;
    while (await append(journal, record('x'.repeat(300)))) kept += 1;
    expect(kept).toBeGreaterThan(20);
    expect(journal.backlog().bytes).toBeLessThanOrEqual(20_000);
    expect(await readAll(journal)).toHaveLength(kept);
    const deadline = performance.now() + 5_000;
    while (!(await append(journal, record())) && performance.now() < deadline)
      await new Promise((go) => setTimeout(go, 20));
    expect(journal.backlog().hits).toBeGreaterThan(0);
  });
});

test('the age of the backlog is the age of its oldest record', async () => {
  let now = 1_000_000;
  const journal = await open({ now: () => now });
  await append(journal, record());
  now += 700;
  await append(journal, record());
  expect(journal.backlog()).toMatchObject({ hits: 2, ageMs: 700 });
  const batch = await journal.read(1);
  if (batch) await journal.release(batch);
  expect(journal.backlog()).toMatchObject({ hits: 1, ageMs: 0 });
});

test('a record is kept byte for byte', async () => {
  const journal = await open();
  const userAgent = Array.from({ length: 255 }, (_, code) => String.fromCharCode(code + 1))
    .join('')
    .replace('\n', '')
    .replace('\0', '');
  await append(journal, hitRecord({ userAgent }));
  const [hit] = await readAll(journal);
  expect(hit?.userAgent).toBe(userAgent);
});

describe('the choice of thread', () => {
  test('few hits never block the loop, and many do on a fast disk', () => {
    const pace = createPace();
    expect(pace.isNow(1, 0)).toBe(false);
    expect(pace.isNow(50, 0)).toBe(true);
    for (let n = 0; n < 100; n += 1) pace.took(0.15, n);
    expect(pace.isNow(50, 100)).toBe(true);
  });

  test('one stall moves writing to another thread, for longer each time', () => {
    const pace = createPace();
    pace.took(30, 1_000);
    expect(pace.isNow(50, 1_200)).toBe(false);
    expect(pace.isNow(50, 1_300)).toBe(true);
    pace.took(30, 1_300);
    expect(pace.isNow(50, 1_700)).toBe(false);
    expect(pace.isNow(50, 1_900)).toBe(true);
  });

  test('a disk that is always slow causes no switching', () => {
    const pace = createPace();
    for (let n = 0; n < 100; n += 1) pace.took(3, 10);
    expect(pace.isNow(50, 60)).toBe(false);
  });
});

test('files that are not a journal are ignored', async () => {
  await mkdir(join(folder, 'node-1.1-1-1'));
  appendFileSync(join(folder, 'node-1.1-1-1', 'notes.txt'), 'hello');
  const journal = await open();
  expect(await journal.adopt()).toBe(0);
  expect(await readFile(join(folder, 'node-1.1-1-1', 'notes.txt'), 'utf8').catch(() => 'gone')).toBe('gone');
});

describe('reading ahead', () => {
  const readAheadAll = async (journal: Journal) => {
    const batches = [];
    for (let batch = await journal.readAhead(3); batch !== undefined; batch = await journal.readAhead(3))
      batches.push(batch);
    return batches;
  };
  const idsIn = (batches: readonly { records: readonly HitRecord[] }[]) =>
    batches.flatMap(({ records }) => records.map(({ clickId }) => clickId));

  test('goes on while earlier batches are not released, also into the next segment', async () => {
    const journal = await open({ segmentBytes: 4_096 });
    const hits = Array.from({ length: 60 }, () => record());
    for (const hit of hits) await append(journal, hit);
    const batches = await readAheadAll(journal);
    expect(idsIn(batches)).toEqual(hits.map(({ clickId }) => clickId));
    expect(new Set(batches.map(({ segment }) => segment.path)).size).toBeGreaterThan(1);
    expect([batches.at(-1)?.own, journal.written(), journal.drained()]).toEqual([60, 60, 0]);
    for (const batch of batches) await journal.release(batch);
    expect([journal.drained(), journal.backlog()]).toEqual([60, { hits: 0, bytes: 0, ageMs: 0 }]);
    const later = record();
    await append(journal, later);
    expect(idsIn(await readAheadAll(journal))).toEqual([later.clickId]);
  });

  test('begins again at the first batch that is not released', async () => {
    const journal = await open();
    const hits = Array.from({ length: 12 }, () => record());
    for (const hit of hits) await append(journal, hit);
    const [first, ...rest] = await readAheadAll(journal);
    if (first) await journal.release(first);
    expect(rest.length).toBeGreaterThan(1);
    journal.rewind();
    const again = await readAheadAll(journal);
    expect(idsIn(again)).toEqual(idsIn(rest));
    expect(again.at(-1)?.own).toBe(12);
    expect(await journal.find(hits[11]?.clickId ?? '')).toEqual(hits[11]);
  });

  test('reads what an ended process left, and what is unreleased is read again by the next one', async () => {
    const left = await open();
    const hit = record();
    await append(left, hit);
    await readAheadAll(left);
    await left.stop();
    const journal = await open();
    let wakes = 0;
    journal.onWritten(() => void (wakes += 1));
    expect(await journal.adopt()).toBe(1);
    const [batch] = await readAheadAll(journal);
    expect([wakes, batch?.records, batch?.own]).toEqual([1, [hit], 0]);
  });
});
