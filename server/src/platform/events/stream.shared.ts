import type { ServerResponse } from 'node:http';
import type { Context } from '../../context.ts';
import type { Person } from '../actor.ts';
import { type AudienceName, isForCreators, least, type Positions } from './stream.positions.ts';
import { type Completion, type EventRead, hiddenEvent, readAfter, type StoredEvent } from './stream.reads.ts';

/**
 * A reader of some audiences, and how far it has read each of them. `last` is the highest id it was sent. It is behind
 * until it has read what came before it, and `again` says that more arrived in the meantime.
 */
export type EventReader = {
  person: Person;
  response: ServerResponse;
  positions: Positions;
  last: bigint;
  isBehind: boolean;
  again: boolean;
};

/** A browser that doesn't read is disconnected; it reconnects with the last id it received. */
const mostBuffered = 1_000_000;
/** Beyond this many characters of one read, a reader gets events without additions, and its screens fetch them. */
const mostAdded = 250_000;

export function sendText({ response }: Pick<EventReader, 'response'>, text: string): void {
  // It was ended a moment ago, and its close is not known yet.
  if (response.writableEnded) return;
  if (response.writableLength > mostBuffered) response.destroy();
  else response.write(text);
}

/**
 * Reads events for all readers of this node. A wake-up reads its audiences once for all of their readers, each from the
 * position of the one that is furthest behind; wake-ups during a read wait for the next one, which is again one for all.
 */
export class SharedReads {
  readonly #ctx: Context;
  readonly #completions: readonly Completion[];
  readonly #readers = new Map<AudienceName, Set<EventReader>>();
  readonly #woken = new Set<AudienceName>();
  #reading = false;
  /** Since the start of this node. */
  readonly counts = { wakes: 0, reads: 0 };

  constructor(ctx: Context, completions: readonly Completion[]) {
    this.#ctx = ctx;
    this.#completions = completions;
  }

  /** Adds a reader, which first reads by itself whatever is newer than its positions. */
  async add(reader: EventReader): Promise<void> {
    for (const name of reader.positions.keys()) this.#addTo(name, reader);
    await this.#catchUp(reader);
  }

  follow(reader: EventReader, name: AudienceName, position: bigint): void {
    if (reader.positions.has(name)) return;
    reader.positions.set(name, position);
    this.#addTo(name, reader);
  }

  #addTo(name: AudienceName, reader: EventReader): void {
    if (reader.response.destroyed) return;
    const readers = this.#readers.get(name) ?? new Set();
    this.#readers.set(name, readers.add(reader));
  }

  leave(reader: EventReader, name: AudienceName): void {
    reader.positions.delete(name);
    const readers = this.#readers.get(name);
    readers?.delete(reader);
    if (readers?.size === 0) this.#readers.delete(name);
  }

  remove(reader: EventReader): void {
    for (const name of reader.positions.keys()) this.leave(reader, name);
  }

  wake(name: AudienceName): void {
    if (!this.#readers.has(name)) return;
    this.counts.wakes += 1;
    this.#wakeUp([name]);
  }

  /** Notices can be lost. */
  wakeAll(): void {
    this.#wakeUp(this.#readers.keys());
  }

  #wakeUp(names: Iterable<AudienceName>): void {
    for (const name of names) this.#woken.add(name);
    if (this.#reading || this.#woken.size === 0) return;
    this.#reading = true;
    // The notices of one transaction arrive together.
    setImmediate(() => void this.#readWoken());
  }

  async #readWoken(): Promise<void> {
    try {
      while (this.#woken.size > 0) {
        const positions = this.#takeWoken();
        if (positions.size > 0) this.#distribute(await this.#read(positions), positions);
      }
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'live streams could not read events; they will retry');
    } finally {
      this.#reading = false;
      this.#wakeUp([]);
    }
  }

  /** The woken audiences, each with the position of its reader that is furthest behind. */
  #takeWoken(): Positions {
    const positions: Positions = new Map();
    for (const name of this.#woken) {
      const readers = [...(this.#readers.get(name) ?? [])];
      for (const reader of readers) if (reader.isBehind) reader.again = true;
      const found = readers.flatMap((reader) => (reader.isBehind ? [] : [reader.positions.get(name) ?? 0n]));
      if (found.length > 0) positions.set(name, least(found));
    }
    this.#woken.clear();
    return positions;
  }

  #read(positions: Positions): Promise<EventRead> {
    this.counts.reads += 1;
    return readAfter(this.#ctx, this.#completions, positions);
  }

  #distribute(read: EventRead, from: Positions): void {
    const byAudience = Map.groupBy(read.events, ({ audience }) => audience);
    const readers = new Map<EventReader, StoredEvent[]>();
    for (const [name, events] of byAudience) {
      for (const reader of this.#readers.get(name) ?? []) {
        // This read began before what the reader needs: the next one begins there.
        if (!reader.isBehind && (reader.positions.get(name) ?? 0n) < (from.get(name) ?? 0n)) this.#woken.add(name);
        else if (reader.isBehind) reader.again = true;
        else readers.set(reader, [...(readers.get(reader) ?? []), ...events]);
      }
    }
    for (const [reader, events] of readers) deliver(reader, events, read);
    for (const name of read.full) this.#woken.add(name);
  }

  async #catchUp(reader: EventReader): Promise<void> {
    try {
      do {
        reader.again = false;
        const read = await this.#read(new Map(reader.positions));
        deliver(reader, read.events, read);
        if (read.full.length > 0) reader.again = true;
      } while (reader.again && !reader.response.destroyed);
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'live stream could not read events; it will retry');
    } finally {
      reader.isBehind = false;
    }
  }
}

/** Sends a reader the events that it doesn't have yet, in one write. */
function deliver(reader: EventReader, events: readonly StoredEvent[], { additionsOf }: EventRead): void {
  let text = '';
  for (const event of events.toSorted((one, other) => Number(one.seq - other.seq))) {
    const position = reader.positions.get(event.audience);
    if (position === undefined || event.seq <= position) continue;
    reader.positions.set(event.audience, event.seq);
    const added = additionsOf(event, reader.person);
    if (added === hiddenEvent) continue;
    const additions = text.length < mostAdded ? added : undefined;
    text += `${idOf(reader, event)}data: ${JSON.stringify({ kind: event.kind, ...event.payload, ...additions })}\n\n`;
  }
  if (text !== '') sendText(reader, text);
}

/**
 * Events for all creators have no id: a browser resumes from the last event of its own, and receives these again. Nor has
 * an event whose transaction ended after that of a later number in another audience, because ids only grow.
 */
function idOf(reader: EventReader, { audience, seq }: StoredEvent): string {
  if (isForCreators(audience) || seq <= reader.last) return '';
  reader.last = seq;
  return `id: ${seq}\n`;
}
