import { close, closeSync, constants, fdatasyncSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { openJournalDisk } from './journal.disk.ts';
import { frameHeaderBytes, writeFrame } from './journal.frame.ts';
import { createProfileBook, encodeRecords, type HitRecord, lineOverhead, forgetProfiles } from '../hits/hit.record.ts';
import { createPace } from './journal.pace.ts';
import { extendParts, type JournalPart, timesOf, type Times } from './journal.parts.ts';
import { prepareSegment, segmentBytes, segmentPath } from './journal.segments.ts';

// Group commit without a timer: while one batch is being written, the next one forms. Callers are notified only after
// fdatasync has returned. A batch that can't be written fails as a whole.

/** Called once, with whether the record is on disk. */
export type OnRecorded = (recorded: boolean) => void;

export type Segment = {
  readonly path: string;
  /** Where the durable frames end. */
  end: number;
  /** Nothing more will be written to it. */
  sealed: boolean;
  /** Its parts in order, to find one hit by its time. */
  parts: JournalPart[];
};

type Live = Segment & { readonly fd: number; readonly capacity: number };

const frameCap = 1024 * 1024;
const retryMs = 100;
const introduceEveryBytes = 256 * 1024;

export type WriterOptions = {
  folder: string;
  /** A journal with this many undrained bytes accepts no more. */
  capBytes: number;
  segmentBytes?: number;
  onFailure(error: unknown): void;
  onCommit(records: number): void;
};

export class JournalWriter {
  /** Segments with records, in the order they were written; the last one can be the live one. */
  readonly segments: Segment[] = [];
  readonly #options: WriterOptions;
  readonly #bytes: number;
  readonly #disk = openJournalDisk(frameCap + frameHeaderBytes);
  readonly #pace = createPace();
  readonly #folderHandle: number;
  readonly #book = createProfileBook();
  #introducedAt = 0;
  #records: HitRecord[] = [];
  #callbacks: OnRecorded[] = [];
  #characters = 0;
  #isBusy = false;
  #isScheduled = false;
  #blockedUntil = 0;
  #live: Live | undefined;
  #spare: Live | undefined;
  #preparing: Promise<void> | undefined;
  #lastNumber = 0;
  #idle: PromiseWithResolvers<void> | undefined;
  #isStopped = false;
  #stopped: Promise<void> | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#bytes = options.segmentBytes ?? segmentBytes;
    this.#folderHandle = openSync(options.folder, 'r');
  }

  append(record: HitRecord, callback: OnRecorded): void {
    if (this.#isStopped || (this.#blockedUntil > 0 && performance.now() < this.#blockedUntil)) {
      callback(false);
      return;
    }
    this.#records.push(record);
    this.#callbacks.push(callback);
    this.#characters += sizeOf(record);
    if (this.#isBusy || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#startCommit);
  }

  /**
   * Whether the next batch has room: in the live segment, or in a spare one. If not, a spare one is created meanwhile,
   * so that an idle journal notices when the disk is back.
   */
  isWritable(): boolean {
    if (this.#isStopped) return false;
    if (this.#live && this.#live.end < this.#live.capacity) return true;
    if (this.bytes() + this.#bytes > this.#options.capBytes) return false;
    if (this.#spare) return true;
    this.#prepareSpare();
    return false;
  }

  /** Creates the first segment, so that the first click doesn't wait for it. */
  async prepare(): Promise<void> {
    this.#prepareSpare();
    await this.#preparing;
  }

  /**
   * Empties a drained live segment, on disk too, so that personal data is not kept longer than needed. Returns false if
   * something was written meanwhile.
   */
  async empty(segment: Segment): Promise<boolean> {
    const live = this.#live;
    if (live !== segment || this.#isBusy || this.#isScheduled || this.#isStopped) return false;
    this.#isBusy = true;
    try {
      await this.#overwrite(live);
      live.end = 0;
      live.parts = [];
      this.#introduceFromStart();
    } catch (error) {
      this.#abandon(error);
    }
    this.#next();
    return live.end === 0;
  }

  /** Drops a drained segment. */
  forget(segment: Segment): void {
    const at = this.segments.indexOf(segment);
    if (at !== -1) this.segments.splice(at, 1);
  }

  bytes(): number {
    return this.segments.reduce((sum, segment) => sum + segment.end, 0);
  }

  /** Writes what is waiting, then accepts nothing more. */
  stop(): Promise<void> {
    this.#stopped ??= this.#finish();
    return this.#stopped;
  }

  async #finish(): Promise<void> {
    while (this.#isBusy || this.#isScheduled || this.#records.length > 0) {
      this.#idle ??= Promise.withResolvers<void>();
      await this.#idle.promise;
    }
    this.#isStopped = true;
    await this.#preparing;
    if (this.#live) this.#seal(this.#live);
    if (this.#spare) closeSync(this.#spare.fd);
    this.#disk.stop();
    closeSync(this.#folderHandle);
  }

  readonly #startCommit = (): void => {
    this.#isScheduled = false;
    this.#isBusy = true;
    this.#commit();
  };

  #commit(): void {
    const longest = frameHeaderBytes + Math.min(this.#characters, frameCap);
    const records = this.#takeRecords();
    const callbacks = this.#takeCallbacks(records.length);
    let live: Live;
    let length: number;
    try {
      live = this.#segmentFor(longest);
      this.#introduceAgain(live);
      length = writeFrame(this.#disk.buffer, encodeRecords(records, this.#book));
    } catch (error) {
      return this.#refuse(callbacks, error);
    }
    const written = { length, times: timesOf(records) };
    const now = performance.now();
    if (this.#pace.isNow(records.length, now)) {
      try {
        writeNow(live.fd, this.#disk.buffer, length, live.end);
      } catch (error) {
        return this.#refuse(callbacks, error);
      }
      const then = performance.now();
      this.#pace.took(then - now, then);
      return this.#confirm(live, written, callbacks);
    }
    this.#disk.write(live.fd, length, live.end, (error) => {
      if (error === undefined) this.#confirm(live, written, callbacks);
      else this.#refuse(callbacks, error);
    });
  }

  /** Overwrites the segment's content with zeros, on disk too. */
  async #overwrite({ fd, end }: Live): Promise<void> {
    const { buffer } = this.#disk;
    buffer.fill(0, 0, Math.min(end, buffer.length));
    for (let at = 0; at < end; at += buffer.length) {
      await new Promise<void>((resolve, reject) => {
        this.#disk.write(fd, Math.min(buffer.length, end - at), at, (error) =>
          error === undefined ? resolve() : reject(error),
        );
      });
    }
  }

  /** All waiting records, or as many as fit into one frame. */
  #takeRecords(): HitRecord[] {
    const records = this.#records;
    if (this.#characters <= frameCap) {
      this.#records = [];
      this.#characters = 0;
      return records;
    }
    let characters = 0;
    let count = 0;
    for (const record of records) {
      characters += sizeOf(record);
      if (characters > frameCap) break;
      count += 1;
    }
    const taken = records.splice(0, count);
    this.#characters = records.reduce((sum, record) => sum + sizeOf(record), 0);
    return taken;
  }

  #takeCallbacks(count: number): OnRecorded[] {
    if (count < this.#callbacks.length) return this.#callbacks.splice(0, count);
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    return callbacks;
  }

  /** Profiles are introduced again every so often, so that a reader that lost a frame can continue. */
  #introduceAgain(live: Live): void {
    if (live.end >= this.#introducedAt && live.end - this.#introducedAt < introduceEveryBytes) return;
    forgetProfiles(this.#book);
    this.#introducedAt = live.end;
  }

  #confirm(live: Live, { length, times }: { length: number; times: Times }, callbacks: readonly OnRecorded[]): void {
    extendParts(live, this.#introducedAt, times);
    live.end += length;
    this.#blockedUntil = 0;
    this.#options.onCommit(callbacks.length);
    this.#next();
    for (const callback of callbacks) callback(true);
  }

  #refuse(callbacks: readonly OnRecorded[], error: unknown): void {
    this.#abandon(error);
    this.#next();
    for (const callback of callbacks) callback(false);
  }

  /** After a failed write or sync the content of the disk after the last good frame is unknown: start another file. */
  #abandon(error: unknown): void {
    if (this.#live) this.#seal(this.#live);
    this.#live = undefined;
    this.#blockedUntil = performance.now() + retryMs;
    this.#options.onFailure(error);
  }

  #next(): void {
    this.#isBusy = false;
    if (this.#records.length > 0) {
      this.#isScheduled = true;
      setImmediate(this.#startCommit);
      return;
    }
    this.#idle?.resolve();
    this.#idle = undefined;
  }

  #segmentFor(length: number): Live {
    const live = this.#live;
    if (live && live.end + length <= live.capacity) return live;
    if (this.bytes() + this.#bytes > this.#options.capBytes) throw new Error('journal is full');
    if (live) this.#seal(live);
    this.#live = undefined;
    const next = this.#spare ?? this.#openUnprepared();
    this.#spare = undefined;
    this.#live = next;
    this.#introduceFromStart();
    this.segments.push(next);
    this.#prepareSpare();
    return next;
  }

  #introduceFromStart(): void {
    forgetProfiles(this.#book);
    this.#introducedAt = 0;
  }

  #seal(live: Live): void {
    live.sealed = true;
    close(live.fd, () => undefined);
  }

  #openUnprepared(): Live {
    this.#lastNumber += 1;
    const path = segmentPath(this.#options.folder, this.#lastNumber);
    const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    if (process.platform !== 'win32') fsyncSync(this.#folderHandle);
    return { path, fd, capacity: this.#bytes, end: 0, sealed: false, parts: [] };
  }

  #prepareSpare(): void {
    if (this.#preparing || this.#spare || this.#isStopped) return;
    this.#lastNumber += 1;
    this.#preparing = prepareSegment(this.#options.folder, this.#lastNumber, this.#bytes)
      .then((path) => {
        const fd = openSync(path, constants.O_WRONLY);
        this.#spare = { path, fd, capacity: this.#bytes, end: 0, sealed: false, parts: [] };
      })
      .catch((error: unknown) => this.#options.onFailure(error))
      .finally(() => {
        this.#preparing = undefined;
      });
  }
}

/** The most characters that a hit can take. */
function sizeOf(hit: HitRecord): number {
  const { code, address, userAgent, referrer, language, purpose, clientHints, host, query } = hit;
  const shared = userAgent.length + language.length + clientHints.length + host.length;
  return shared + code.length + address.length + referrer.length + purpose.length + query.length + 2 * lineOverhead;
}

function writeNow(fd: number, buffer: Buffer, length: number, position: number): void {
  if (writeSync(fd, buffer, 0, length, position) !== length) throw new Error('short write');
  fdatasyncSync(fd);
}
