import { readFile, rm } from 'node:fs/promises';
import type { HitRecord } from '../hits/hit.record.ts';
import { findRecord } from './journal.find.ts';
import { type Batch, openCursor, type SegmentCursor, surveySegment } from './journal.reader.ts';
import { findLeftRuns, type Run, startRun } from './journal.runs.ts';
import { listSegments } from './journal.segments.ts';
import { JournalWriter, type Segment, type OnRecorded } from './journal.writer.ts';

// This node's clicks between the shopper and the database. Invariants: a record whose callback got true is read again
// until it is released, across any crash; segments of ended processes are read first.

export type Journal = {
  append(record: HitRecord, callback: OnRecorded): void;
  /** Whether a click could be written now, as far as can be known in advance. */
  isWritable(): boolean;
  read(limit: number): Promise<(Batch & { node: string }) | undefined>;
  /**
   * Like `read`, but each call goes on where the last one ended, while earlier batches are not released. With `own`: how
   * many of the records that this process wrote were read so far.
   */
  readAhead(limit: number): Promise<(Batch & { node: string; own: number }) | undefined>;
  /** Everything that is not released is read ahead again. */
  rewind(): void;
  /** Calls the listener when there is more to read: records were written, or taken over. */
  onWritten(listener: () => void): void;
  /** How many records this process wrote. */
  written(): number;
  /** The batch is in the database and can be deleted here. Batches are released in the order they were read. */
  release(batch: Batch): Promise<void>;
  backlog(): Backlog;
  /** An unreleased record, by its click id. */
  find(clickId: string): Promise<HitRecord | undefined>;
  /** Takes over the folders of ended processes and returns the number of records. */
  adopt(): Promise<number>;
  /** Records appended so far; the drain is done when `drained` reaches it. */
  appended(): number;
  drained(): number;
  stop(): Promise<void>;
};

export type Backlog = { hits: number; bytes: number; ageMs: number };

export type JournalOptions = {
  folder: string;
  node: string;
  now(): number;
  capBytes?: number;
  segmentBytes?: number;
  onFailure(error: unknown): void;
};

const twoGibibytes = 2 * 1024 ** 3;
const markEveryMs = 100;

/** Numbers of the records that this process wrote. */
type OwnRecords = { written: number; read: number; released: number; onWritten(): void };

type Source = { cursor: SegmentCursor; node: string; runFolder: string };

export async function openJournal(options: JournalOptions): Promise<Journal> {
  const run = await startRun(options.folder, options.node);
  const ages = createAges(options.now);
  const own: OwnRecords = { written: 0, read: 0, released: 0, onWritten: () => undefined };
  const writer = new JournalWriter({
    folder: run.folder,
    capBytes: options.capBytes ?? twoGibibytes,
    ...(options.segmentBytes === undefined ? {} : { segmentBytes: options.segmentBytes }),
    onFailure: options.onFailure,
    onCommit(records) {
      ages.add(records, options.now());
      own.written += records;
      own.onWritten();
    },
  });
  await writer.prepare();
  return new NodeJournal(options, run, writer, ages, own);
}

class NodeJournal implements Journal {
  readonly #options: JournalOptions;
  readonly #run: Run;
  readonly #writer: JournalWriter;
  readonly #ages: Ages;
  readonly #ownRecords: OwnRecords;
  readonly #left: Source[] = [];
  readonly #own = new Map<Segment, SegmentCursor>();
  readonly #adopted = new Set<string>();
  readonly #beat: NodeJS.Timeout;

  constructor(options: JournalOptions, run: Run, writer: JournalWriter, ages: Ages, own: OwnRecords) {
    this.#options = options;
    this.#run = run;
    this.#writer = writer;
    this.#ages = ages;
    this.#ownRecords = own;
    this.#beat = setInterval(() => void run.beat().catch(() => undefined), 5_000);
    this.#beat.unref();
  }

  append(record: HitRecord, callback: OnRecorded): void {
    this.#writer.append(record, callback);
  }

  isWritable(): boolean {
    return this.#writer.isWritable();
  }

  async read(limit: number): Promise<(Batch & { node: string }) | undefined> {
    for (const { cursor, node } of this.#left) {
      const batch = await cursor.read(limit);
      if (batch !== undefined) return { ...batch, node };
    }
    for (const segment of this.#writer.segments) {
      const batch = await this.#cursorOf(segment).read(limit);
      if (batch !== undefined) return { ...batch, node: this.#run.node };
    }
    await this.#tidy();
    return undefined;
  }

  async readAhead(limit: number): Promise<(Batch & { node: string; own: number }) | undefined> {
    const own = this.#ownRecords;
    for (const { cursor, node } of this.#left.slice()) {
      const batch = await cursor.readAhead(limit);
      if (batch !== undefined) return { ...batch, node, own: own.read };
    }
    for (const segment of this.#writer.segments.slice()) {
      const batch = await this.#cursorOf(segment).readAhead(limit);
      if (batch === undefined) continue;
      own.read += batch.written;
      return { ...batch, node: this.#run.node, own: own.read };
    }
    return undefined;
  }

  rewind(): void {
    for (const { cursor } of this.#left) cursor.rewind();
    for (const cursor of this.#own.values()) cursor.rewind();
    this.#ownRecords.read = this.#ownRecords.released;
  }

  onWritten(listener: () => void): void {
    this.#ownRecords.onWritten = listener;
  }

  written(): number {
    return this.#ownRecords.written;
  }

  async find(clickId: string): Promise<HitRecord | undefined> {
    const cursors = [
      ...this.#left.map(({ cursor }) => cursor),
      ...this.#writer.segments.map((of) => this.#cursorOf(of)),
    ];
    return findRecord(
      cursors.map((cursor) => ({ ...cursor.segment, drained: cursor.offset() })),
      clickId,
    );
  }

  async release(batch: Batch): Promise<void> {
    this.#ages.release(batch.written);
    const source = this.#left.find(({ cursor }) => cursor.segment === batch.segment);
    if (source === undefined) this.#ownRecords.released += batch.written;
    (source?.cursor ?? this.#cursorOf(batch.segment)).release(batch);
    await this.#tidy();
  }

  /** Removes drained segments, and empties the live one if it is drained too. */
  async #tidy(): Promise<void> {
    for (const source of this.#left.filter(({ cursor }) => cursor.isDrained())) await this.#removeLeft(source);
    for (const segment of this.#writer.segments.slice()) {
      const cursor = this.#cursorOf(segment);
      if (!cursor.isDrained()) return;
      if (segment.sealed) {
        this.#writer.forget(segment);
        this.#own.delete(segment);
        await cursor.close({ remove: true });
      } else if (segment.end > 0 && (await this.#writer.empty(segment))) {
        cursor.restart();
      }
    }
  }

  async #removeLeft(source: Source): Promise<void> {
    this.#left.splice(this.#left.indexOf(source), 1);
    await source.cursor.close({ remove: true });
    const isLast = !this.#left.some(({ runFolder }) => runFolder === source.runFolder);
    if (isLast) await rm(source.runFolder, { recursive: true, force: true });
  }

  #cursorOf(segment: Segment): SegmentCursor {
    const cursor = this.#own.get(segment) ?? openCursor(segment);
    this.#own.set(segment, cursor);
    return cursor;
  }

  async adopt(): Promise<number> {
    let records = 0;
    for (const { folder, node } of await findLeftRuns(this.#options.folder)) {
      if (this.#adopted.has(folder)) continue;
      this.#adopted.add(folder);
      records += await this.#adoptRun(folder, node);
    }
    if (records > 0) this.#ownRecords.onWritten();
    return records;
  }

  async #adoptRun(folder: string, node: string): Promise<number> {
    let records = 0;
    const sources: Source[] = [];
    for (const path of await listSegments(folder)) {
      const survey = surveySegment(await readFile(path));
      if (survey.records === 0) continue;
      records += survey.records;
      this.#ages.add(survey.records, survey.times?.earliest ?? this.#options.now());
      const parts = survey.times ? [{ from: 0, ...survey.times }] : [];
      sources.push({ cursor: openCursor({ path, end: survey.end, sealed: true, parts }), node, runFolder: folder });
    }
    this.#left.push(...sources);
    if (sources.length === 0) await rm(folder, { recursive: true, force: true });
    return records;
  }

  appended(): number {
    return this.#ages.appended();
  }

  drained(): number {
    return this.#ages.drained();
  }

  backlog(): Backlog {
    const left = this.#left.reduce((sum, { cursor }) => sum + cursor.segment.end, 0);
    const hits = this.#ages.appended() - this.#ages.drained();
    return { hits, bytes: left + this.#writer.bytes(), ageMs: this.#ages.oldestMs() };
  }

  async stop(): Promise<void> {
    clearInterval(this.#beat);
    await this.#writer.stop();
    const isDrained = this.#writer.segments.every((segment) => this.#cursorOf(segment).isDrained());
    for (const cursor of this.#own.values()) await cursor.close({ remove: false });
    for (const { cursor } of this.#left) await cursor.close({ remove: false });
    await this.#run.leave({ isDrained });
  }
}

type Ages = {
  add(records: number, at: number): void;
  release(records: number): void;
  appended(): number;
  drained(): number;
  oldestMs(): number;
};

/** The age of the oldest waiting record, to a tenth of a second. */
function createAges(now: () => number): Ages {
  const marks: { upTo: number; at: number }[] = [];
  let appended = 0;
  let drained = 0;
  return {
    add(records, at) {
      appended += records;
      const last = marks.at(-1);
      if (last !== undefined && at >= last.at && at - last.at < markEveryMs) last.upTo = appended;
      else marks.push({ upTo: appended, at });
    },
    release(records) {
      drained += records;
      while (marks[0] !== undefined && marks[0].upTo <= drained) marks.shift();
    },
    appended: () => appended,
    drained: () => drained,
    oldestMs: () => Math.max(0, now() - (marks[0]?.at ?? now())),
  };
}
