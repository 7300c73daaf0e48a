import { setTimeout as pause } from 'node:timers/promises';
import type { HitRecord } from '../hits/hit.record.ts';
import type { Batch } from '../journal/journal.reader.ts';
import type { Journal } from '../journal/journal.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import type { Log } from '../platform/log.ts';
import { aborted } from './aborted.ts';
import type { Acks } from './acks.ts';
import { encodeClickFrame, nameOfFrame, framePartsOf } from './frame.ts';
import type { LogLink } from './log.link.ts';
import { isLost, publishFrame, type SentFrame } from './publish.ts';
import { createReleases, type Releases } from './releases.ts';

// Sends what is in the journal to the log, and releases it when the database has it. Two groups of hits are under way at
// most; meanwhile the next one forms in the journal, so that a flood makes large frames and a single click doesn't wait.
// The log is never believed: only the database says what is stored, and what it doesn't have is sent again.

const hitsAtOnce = 4_000;
const hitsPerFrame = 500;
const groupsUnderWay = 2;
/** Frames that the database doesn't have yet. With more, clicks stay in the journal. */
const mostFrames = 200_000;
const retryMs = { first: 100, longest: 2_000 };

export type ShipperCounts = { hits: number; frames: number; failures: number; lostFrames: number };

export type Shipper = {
  /** Resolves when everything in the journal now is in the database. */
  drainNow(): Promise<void>;
  /** Hits that the quorum of the log doesn't have yet, and hits that it has and the database doesn't. */
  backlog(): { unshipped: number; unstored: number };
  counts(): Readonly<ShipperCounts>;
  stop(): Promise<void>;
};

export type ShipperOptions = {
  journal: Journal;
  link: LogLink;
  db: Queryable;
  acks: Acks;
  log: Log;
  partitionOfHit(record: HitRecord): number;
  /** After so long without being stored, the log is asked what became of a frame. */
  doubtMs?: number;
};

/** One batch of the journal on its way. */
export type Group = {
  batch: Batch & { own: number };
  frames: SentFrame[];
  isConfirmed: boolean;
};

export function startShipper(options: ShipperOptions): Shipper {
  return new JournalShipper(options);
}

class JournalShipper implements Shipper {
  readonly #options: ShipperOptions;
  readonly #end = new AbortController();
  readonly #counts: ShipperCounts = { hits: 0, frames: 0, failures: 0, lostFrames: 0 };
  readonly #releases: Releases;
  #groups: Group[] = [];
  #underWay = 0;
  /** Increases when everything is sent again; what an earlier generation still does has no effect. */
  #generation = 0;
  #rewinding = false;
  #falseAnswers = 0;
  #wake = Promise.withResolvers<void>();
  readonly #running: Promise<unknown>;

  constructor(options: ShipperOptions) {
    this.#options = options;
    options.journal.onWritten(() => this.#wake.resolve());
    this.#releases = createReleases({
      ...options,
      groups: () => this.#groups,
      isLost: (frame) => this.#isLost(frame),
      onLost: (frame) => this.#sendAgain(frame),
      onReleased: () => this.#wake.resolve(),
    });
    this.#running = this.#ship();
  }

  async drainNow(): Promise<void> {
    const target = this.#options.journal.appended();
    await this.#releases.until(() => this.#options.journal.drained() >= target);
  }

  backlog(): { unshipped: number; unstored: number } {
    const { journal } = this.#options;
    let unstored = 0;
    for (const { isConfirmed, batch } of this.#groups) if (isConfirmed) unstored += batch.written;
    return { unshipped: Math.max(0, journal.appended() - journal.drained() - unstored), unstored };
  }

  counts(): Readonly<ShipperCounts> {
    return this.#counts;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    this.#wake.resolve();
    this.#options.acks.stop();
    await this.#releases.stop();
    await this.#running;
  }

  async #ship(): Promise<void> {
    const { journal, link, log } = this.#options;
    const { signal } = this.#end;
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers<void>();
      try {
        if (link.open() === undefined) await Promise.race([link.whenOpen(), aborted(signal)]);
        if (this.#rewinding) this.#rewind();
        const hasRoom = this.#underWay < groupsUnderWay && this.#releases.frames() < mostFrames;
        const batch = hasRoom && !signal.aborted ? await journal.readAhead(hitsAtOnce) : undefined;
        if (batch === undefined) await this.#wake.promise;
        else if (!this.#rewinding) this.#startGroup(batch);
      } catch (error) {
        if (signal.aborted) return;
        log.error({ error: String(error) }, 'could not read the journal to send it to the click log');
        await pause(retryMs.longest, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  #startGroup(batch: Batch & { node: string; own: number }): void {
    const lost = batch.written - batch.records.length;
    if (batch.damaged + lost > 0)
      this.#options.log.error({ frames: batch.damaged, hits: lost }, 'the journal on disk is damaged');
    const parts = framePartsOf(batch.records, this.#options.partitionOfHit, hitsPerFrame);
    const frames = parts.map(({ partition, records }): SentFrame => {
      const name = nameOfFrame(partition, records);
      return {
        name,
        partition,
        hits: records.length,
        messageId: this.#messageIdOf(name),
        sequence: 0,
        isStored: false,
      };
    });
    const group: Group = { batch, frames, isConfirmed: false };
    this.#groups.push(group);
    this.#releases.add(frames);
    this.#underWay += 1;
    const generation = this.#generation;
    const payloads = parts.map(({ records }, place) =>
      encodeClickFrame({ name: frames[place]?.name ?? '', node: batch.node, records }),
    );
    Promise.all(frames.map((frame, place) => this.#send(frame, payloads[place] ?? new Uint8Array(), generation))).then(
      () => this.#confirm(group, generation),
      () => undefined,
    );
  }

  /** A frame that is sent again after an answer that was false needs another id, or it would be taken for a repetition. */
  #messageIdOf(name: string): string {
    this.#falseAnswers += 1;
    return `${name}/${this.#falseAnswers}`;
  }

  /** Tries until the quorum has it. Rejects if this is no longer wanted. */
  async #send(frame: SentFrame, payload: Uint8Array, generation: number): Promise<void> {
    const { link } = this.#options;
    const { signal } = this.#end;
    for (let delayMs = retryMs.first; ; delayMs = Math.min(delayMs * 2, retryMs.longest)) {
      const open = link.open() ?? (await Promise.race([link.whenOpen(), aborted(signal)]));
      if (signal.aborted || open === undefined || generation !== this.#generation) throw new Error('not wanted');
      const outcome = await publishFrame(open, frame, payload);
      if (outcome.state === 'ok') {
        frame.sequence = outcome.sequence;
        return link.report('ok', '');
      }
      if (outcome.state === 'unknown') {
        frame.messageId = this.#messageIdOf(frame.name);
        continue;
      }
      this.#counts.failures += 1;
      link.report(outcome.state, outcome.reason);
      await pause(delayMs, undefined, { signal });
    }
  }

  #confirm(group: Group, generation: number): void {
    if (generation !== this.#generation) return;
    group.isConfirmed = true;
    this.#underWay -= 1;
    this.#counts.hits += group.batch.written;
    this.#counts.frames += group.frames.length;
    this.#releases.confirmed(group.frames);
    let confirmed = 0;
    for (const { isConfirmed, batch } of this.#groups) {
      if (!isConfirmed) break;
      confirmed = batch.own;
    }
    this.#options.acks.confirm(confirmed);
    this.#wake.resolve();
  }

  async #isLost(frame: SentFrame): Promise<boolean> {
    const open = this.#options.link.open();
    return open !== undefined && isLost(open, frame);
  }

  /** Everything from the first frame that is missing on. What is stored already is recognized by the ids of its hits. */
  #sendAgain(frame: SentFrame): void {
    this.#counts.lostFrames += 1;
    this.#options.log.error(
      { frame: frame.name, hits: frame.hits, sequence: frame.sequence },
      'the click log lost a frame that it had confirmed; its clicks are sent again from the journal',
    );
    this.#rewinding = true;
    this.#wake.resolve();
  }

  #rewind(): void {
    this.#generation += 1;
    this.#groups = [];
    this.#underWay = 0;
    this.#releases.clear();
    this.#options.journal.rewind();
    this.#rewinding = false;
  }
}
