import {
  type ArenaLink,
  hasCode,
  hashRecord,
  LinkRecord,
  recordLength,
  recordLengthAt,
  recordState,
  setState,
  stateOf,
  writeRecord,
} from './link.record.ts';

// The links of one range of hashes: their records one after another, and an open-addressing hash table of one tag byte
// and one offset per slot. A segment stays small, so that growing, splitting and compacting it take less than a
// millisecond each.

const empty = 0;
const removed = 1;
const firstSlots = 64;
const firstBytes = 8_192;
const growth = 1.25;
/** Above it, a segment should be split. */
const most = { links: 3_072, bytes: 512 * 1024 };
/** The part of the links that one eviction removes. */
const evictedPart = 8;

export class LinkSegment {
  /** How many leading bits all hashes of the segment have in common, and these bits. */
  readonly depth: number;
  readonly prefix: number;
  readonly #seed: number;
  #bytes: Buffer = Buffer.allocUnsafeSlow(firstBytes);
  #used = 0;
  #garbage = 0;
  #size = 0;
  /** Slots that are not empty, including those of removed links. */
  #taken = 0;
  #tags = new Uint8Array(firstSlots);
  #offsets = new Uint32Array(firstSlots);
  /** The record where the next eviction goes on. */
  #hand = 0;

  constructor(seed: number, depth: number, prefix: number) {
    this.#seed = seed;
    this.depth = depth;
    this.prefix = prefix;
  }

  get size(): number {
    return this.#size;
  }

  /** The memory it takes. */
  get bytes(): number {
    return this.#bytes.length + this.#tags.length * 5;
  }

  get isLarge(): boolean {
    return this.#size > most.links || (this.#size > 1 && this.#used - this.#garbage > most.bytes);
  }

  find(code: string, hash: number): LinkRecord | undefined {
    const slot = this.#slotOf(code, hash);
    return slot === -1 ? undefined : new LinkRecord(this.#bytes, this.#offsets[slot] ?? 0);
  }

  /** Finds a link and remembers that it was used. */
  use(code: string, hash: number): LinkRecord | undefined {
    const slot = this.#slotOf(code, hash);
    if (slot === -1) return undefined;
    const at = this.#offsets[slot] ?? 0;
    setState(this.#bytes, at, recordState.used);
    return new LinkRecord(this.#bytes, at);
  }

  /** If the segment must not grow, other links are removed when there is no room. */
  put(link: ArenaLink, hash: number, { isUsed, mayGrow }: { isUsed: boolean; mayGrow: boolean }): void {
    const state = isUsed ? recordState.used : recordState.unused;
    const length = recordLength(link);
    const slot = this.#slotOf(link.code, hash);
    const known = this.#offsets[slot] ?? 0;
    if (slot !== -1 && this.#lengthAt(known) === length) return writeRecord(this.#bytes, known, link, state);
    if (slot !== -1) this.#removeSlot(slot);
    this.#makeRoom(length, mayGrow);
    writeRecord(this.#bytes, this.#used, link, state);
    this.#enter(hash, this.#used);
    this.#used += length;
  }

  remove(code: string, hash: number): boolean {
    const slot = this.#slotOf(code, hash);
    if (slot === -1) return false;
    this.#removeSlot(slot);
    return true;
  }

  *records(): Generator<LinkRecord> {
    for (const at of this.#places()) yield new LinkRecord(this.#bytes, at);
  }

  /** The segments of both halves of its hashes. */
  split(): [LinkSegment, LinkSegment] {
    const depth = this.depth + 1;
    const bit = (1 << (32 - depth)) >>> 0;
    const halves: [LinkSegment, LinkSegment] = [
      new LinkSegment(this.#seed, depth, this.prefix),
      new LinkSegment(this.#seed, depth, (this.prefix | bit) >>> 0),
    ];
    const live = this.#used - this.#garbage;
    for (const half of halves) {
      half.#bytes = Buffer.allocUnsafeSlow(Math.ceil((live / 2) * growth) + firstBytes);
      half.#newSlots(this.#size / 2);
    }
    for (const at of this.#places()) {
      const hash = hashRecord(this.#bytes, at, this.#seed);
      halves[(hash & bit) === 0 ? 0 : 1].#copy(this.#bytes, at, this.#lengthAt(at), hash);
    }
    return halves;
  }

  /** All records in one piece, valid until the next change. */
  image(): Buffer {
    if (this.#garbage > 0) this.#compact();
    return this.#bytes.subarray(0, this.#used);
  }

  /** Loads what `image` returned into an empty segment; false if the records are not complete. */
  load(records: Buffer): boolean {
    const places: number[] = [];
    for (let at = 0; at < records.length; ) {
      const length = recordLengthAt(records, at, records.length);
      if (length === 0) return false;
      places.push(at);
      at += length;
    }
    this.#bytes = records;
    this.#used = records.length;
    this.#newSlots(places.length);
    for (const at of places) this.#enter(hashRecord(records, at, this.#seed), at);
    return true;
  }

  *#places(): Generator<number> {
    for (let at = 0; at < this.#used; at += this.#lengthAt(at)) {
      if (stateOf(this.#bytes, at) !== recordState.removed) yield at;
    }
  }

  #lengthAt(at: number): number {
    return recordLengthAt(this.#bytes, at, this.#used);
  }

  #slotOf(code: string, hash: number): number {
    const mask = this.#tags.length - 1;
    const tag = tagOf(hash);
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = this.#tags[slot] ?? empty;
      if (found === empty) return -1;
      if (found === tag && hasCode(this.#bytes, this.#offsets[slot] ?? 0, code)) return slot;
    }
  }

  #removeSlot(slot: number): void {
    this.#removeRecord(this.#offsets[slot] ?? 0);
    this.#tags[slot] = removed;
  }

  #removeRecord(at: number): void {
    setState(this.#bytes, at, recordState.removed);
    this.#garbage += this.#lengthAt(at);
    this.#size -= 1;
  }

  #makeRoom(length: number, mayGrow: boolean): void {
    if (this.#garbage > this.#used / 4 && !this.#hasRoom(length)) this.#compact();
    while (!mayGrow && !this.#hasRoom(length) && this.#size > 0) this.#evict();
    if (this.#used + length > this.#bytes.length) this.#grow(Math.ceil((this.#used + length) * growth));
  }

  #hasRoom(length: number): boolean {
    return this.#used + length <= this.#bytes.length && this.#taken < this.#mostTaken;
  }

  get #mostTaken(): number {
    return this.#tags.length * 0.8;
  }

  #grow(capacity: number): void {
    const bytes = Buffer.allocUnsafeSlow(capacity);
    this.#bytes.copy(bytes, 0, 0, this.#used);
    this.#bytes = bytes;
  }

  /** Removes links that weren't used since the last eviction came by; if there are too few, others as well. */
  #evict(): void {
    const goal = this.#size - Math.ceil(this.#size / evictedPart);
    while (this.#size > goal) {
      if (this.#hand >= this.#used) this.#hand = 0;
      const state = stateOf(this.#bytes, this.#hand);
      if (state === recordState.used) setState(this.#bytes, this.#hand, recordState.unused);
      if (state === recordState.unused) this.#removeRecord(this.#hand);
      this.#hand += this.#lengthAt(this.#hand);
    }
    this.#compact();
  }

  /** Moves the records together, in the order in which they came. */
  #compact(): void {
    let to = 0;
    let hand = 0;
    for (let at = 0; at < this.#used; ) {
      const start = at;
      while (at < this.#used && stateOf(this.#bytes, at) !== recordState.removed) at += this.#lengthAt(at);
      const live = at - start;
      this.#bytes.copyWithin(to, start, at);
      while (at < this.#used && stateOf(this.#bytes, at) === recordState.removed) at += this.#lengthAt(at);
      if (this.#hand >= start && this.#hand < at) hand = to + Math.min(this.#hand - start, live);
      to += live;
    }
    this.#used = to;
    this.#hand = hand;
    this.#garbage = 0;
    this.#enterAll();
  }

  #enterAll(): void {
    this.#newSlots(this.#size, this.#tags.length);
    for (let at = 0; at < this.#used; at += this.#lengthAt(at)) {
      if (stateOf(this.#bytes, at) !== recordState.removed) this.#enter(hashRecord(this.#bytes, at, this.#seed), at);
    }
  }

  #copy(bytes: Buffer, at: number, length: number, hash: number): void {
    if (this.#used + length > this.#bytes.length) this.#grow(Math.ceil((this.#used + length) * growth));
    bytes.copy(this.#bytes, this.#used, at, at + length);
    this.#enter(hash, this.#used);
    this.#used += length;
  }

  /** An empty hash table for so many links and some more. */
  #newSlots(links: number, atLeast = firstSlots): void {
    let slots = atLeast;
    while (slots < links * 1.3) slots *= 2;
    if (slots === this.#tags.length) this.#tags.fill(empty);
    else {
      this.#tags = new Uint8Array(slots);
      this.#offsets = new Uint32Array(slots);
    }
    this.#size = 0;
    this.#taken = 0;
  }

  #enter(hash: number, at: number): void {
    if (this.#taken >= this.#mostTaken) this.#enterAll();
    const mask = this.#tags.length - 1;
    let slot = hash & mask;
    while (this.#tags[slot] !== empty) slot = (slot + 1) & mask;
    this.#tags[slot] = tagOf(hash);
    this.#offsets[slot] = at;
    this.#size += 1;
    this.#taken += 1;
  }
}

/** Distinguishes most codes with the same slot without reading their records. */
function tagOf(hash: number): number {
  return ((hash >>> 12) & 0xff) | 2;
}
