import { setTimeout as pause } from 'node:timers/promises';
import { timeOfClick } from '../hits/click-id.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import { decodeFrame } from './frame.ts';
import type { LogLink, OpenLog } from './log.link.ts';
import { anySubject, streamName } from './log.stream.ts';

// Finds clicks of other nodes that the database doesn't have yet. A click's id begins with its time, so the search reads
// the stream from that time on. All searches that wait share one reading.

/**
 * The clocks of nodes and brokers differ by less. A first reading believes them, because a click is mostly among the first
 * messages after its time, and each message costs a request.
 */
const slackMs = 1_000;
/** Read at once: few at first, then twice as many each time. */
const messagesAtOnce = { fewest: 16, most: 64 };
const mostMessages = 4_096;
/** A younger click may still be on its way to the log. */
const youngMs = 2_000;
const againMs = 25;

type Search = {
  clickId: string;
  /** Where the stream is read from. */
  from: number;
  at: number;
  isOver(): boolean;
  resolve(found: HitRecord | undefined): void;
};
type Message = { seq: number; atMs: number; data: Uint8Array };

export type SearchLog = (clickId: string, isOver: () => boolean) => Promise<HitRecord | undefined>;

export function createSearch(options: { link: LogLink; now(): number }): SearchLog {
  const { link, now } = options;
  let waiting: Search[] = [];
  let isReading = false;

  const readForAll = async (): Promise<void> => {
    isReading = true;
    try {
      while (waiting.length > 0) {
        const searches = waiting;
        waiting = [];
        const open = link.open();
        const missing = open === undefined ? searches : await readOnce(open, searches).catch(() => searches);
        const again = missing.filter((search) => isWorthwhile(search, open));
        for (const search of missing) if (!again.includes(search)) search.resolve(undefined);
        waiting.push(...again.map((search) => ({ ...search, from: search.at - slackMs })));
        if (again.length > 0) await pause(againMs, undefined, { ref: false });
      }
    } finally {
      isReading = false;
    }
  };

  const isWorthwhile = ({ at, from, isOver }: Search, open: OpenLog | undefined) =>
    open !== undefined && !isOver() && (from === at || Math.abs(now() - at) < youngMs);

  return (clickId, isOver) =>
    new Promise((resolve) => {
      const at = timeOfClick(clickId);
      waiting.push({ clickId, from: at, at, isOver, resolve });
      if (!isReading) void readForAll();
    });
}

/** Returns the searches that found nothing. */
async function readOnce({ manager }: OpenLog, searches: readonly Search[]): Promise<Search[]> {
  const { state } = await manager.streams.info(streamName);
  const reader = readerOf(manager);
  const left = Map.groupBy(searches, ({ clickId }) => clickId);
  const from = Math.min(...searches.map((search) => search.from));
  const first =
    state.messages === 0 ? state.last_seq + 1 : await reader.firstSince(from, state.first_seq, state.last_seq);
  const last = Math.min(state.last_seq, first + mostMessages);
  let count = messagesAtOnce.fewest;
  for (let sequence = first; sequence <= last && left.size > 0; sequence += count) {
    if (sequence > first) count = Math.min(count * 2, messagesAtOnce.most);
    if (searches.every(({ isOver }) => isOver())) break;
    const messages = await reader.read(sequence, Math.min(last, sequence + count - 1));
    for (const message of messages) findIn(message, left);
  }
  return [...left.values()].flat();
}

function findIn({ data }: Message, left: Map<string, Search[]>): void {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  for (const [clickId, its] of left) {
    if (!bytes.includes(clickId, 0, 'latin1')) continue;
    const frame = decodeFrame(data);
    const found = typeof frame === 'string' ? undefined : frame.records.find((record) => record.clickId === clickId);
    if (found === undefined) continue;
    left.delete(clickId);
    for (const search of its) search.resolve(found);
  }
}

function readerOf({ direct }: OpenLog['manager']) {
  /** The first message from this place on. */
  const next = async (sequence: number): Promise<Message | undefined> => {
    const stored = await direct.getMessage(streamName, { seq: sequence, next_by_subj: anySubject });
    return stored ? { seq: stored.seq, atMs: stored.time.getTime(), data: stored.data } : undefined;
  };
  const one = async (sequence: number): Promise<Message[]> => {
    const stored = await direct.getMessage(streamName, { seq: sequence });
    return stored ? [{ seq: stored.seq, atMs: stored.time.getTime(), data: stored.data }] : [];
  };
  return {
    /** Where messages since a time begin. Most searches are for the last moments, so it looks from the end backwards. */
    async firstSince(atMs: number, first: number, last: number): Promise<number> {
      let below = last + 1;
      let step = messagesAtOnce.fewest;
      let early = first - 1;
      while (below > first) {
        const place = Math.max(first, below - step);
        const message = await next(place);
        if (message !== undefined && message.atMs < atMs) {
          early = place;
          break;
        }
        below = place;
        step *= 4;
      }
      // Between an early one and one that is not.
      while (below - early > messagesAtOnce.fewest) {
        const middle = Math.floor((early + below) / 2);
        const message = await next(middle);
        if (message !== undefined && message.atMs < atMs) early = middle;
        else below = middle;
      }
      return Math.max(first, early);
    },
    async read(from: number, to: number): Promise<Message[]> {
      const each = Array.from({ length: to - from + 1 }, (_, place) => one(from + place));
      return (await Promise.all(each)).flat();
    },
  };
}
