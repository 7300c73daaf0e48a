// Links as bytes, one after another, and a hash table with the start of each code's record. That takes half the memory
// of objects in a Map, gives the garbage collector no work, and puts what a redirect needs into two adjacent cache
// lines (docs/decisions/0045-link-arena.md).

/** A stored link. All text is ASCII: code up to 255 characters, head and fragment up to 65,535 each. */
export type ArenaLink = {
  code: string;
  id: string;
  account: number;
  head: string;
  fragment: string;
  flags: number;
  version: number;
};

// The record: length u32, account u32, version f64, id 16 bytes, flags u8, code length u8, fragment length u16, head
// length u16, then code, head and fragment.
const accountAt = 4;
const versionAt = 8;
const idAt = 16;
const flagsAt = 32;
const codeLengthAt = 33;
const fragmentLengthAt = 34;
const headLengthAt = 36;
const textAt = 38;

const empty = 0;
const removed = 1;
const firstBytes = 1024 * 1024;
const firstSlots = 4_096;
const growth = 1.5;

export class LinkArena {
  #bytes: Buffer = Buffer.alloc(firstBytes);
  #used = 0;
  #garbage = 0;
  #size = 0;
  /** Slots that are not empty, including removed ones. */
  #taken = 0;
  #tags = new Uint8Array(firstSlots);
  #offsets = new Uint32Array(firstSlots);

  get size(): number {
    return this.#size;
  }

  /** The start of a code's record, -1 if there is none. Valid until the next change. */
  find(code: string): number {
    const slot = this.#slotOf(code, hashOf(code));
    return slot === -1 ? -1 : (this.#offsets[slot] ?? -1);
  }

  flags(at: number): number {
    return this.#bytes[at + flagsAt] ?? 0;
  }

  setFlags(at: number, flags: number): void {
    this.#bytes[at + flagsAt] = flags;
  }

  account(at: number): number {
    return this.#bytes.readUInt32LE(at + accountAt);
  }

  version(at: number): number {
    return this.#bytes.readDoubleLE(at + versionAt);
  }

  head(at: number): string {
    const start = at + textAt + (this.#bytes[at + codeLengthAt] ?? 0);
    return this.#bytes.toString('latin1', start, start + this.#bytes.readUInt16LE(at + headLengthAt));
  }

  fragment(at: number): string {
    const length = this.#bytes.readUInt16LE(at + fragmentLengthAt);
    if (length === 0) return '';
    const start = at + textAt + (this.#bytes[at + codeLengthAt] ?? 0) + this.#bytes.readUInt16LE(at + headLengthAt);
    return this.#bytes.toString('latin1', start, start + length);
  }

  /** 32 digits, in a form that PostgreSQL accepts. */
  id(at: number): string {
    return this.#bytes.toString('hex', at + idAt, at + idAt + 16);
  }

  put(link: ArenaLink): void {
    const known = this.find(link.code);
    const length = lengthOf(link);
    if (known !== -1 && this.#lengthAt(known) === length) return this.#write(known, length, link);
    if (known !== -1) this.remove(link.code);
    this.#makeRoom(length);
    const at = this.#used;
    this.#write(at, length, link);
    this.#used += length;
    this.#enter(hashOf(link.code), at);
  }

  remove(code: string): boolean {
    const slot = this.#slotOf(code, hashOf(code));
    if (slot === -1) return false;
    this.#garbage += this.#lengthAt(this.#offsets[slot] ?? 0);
    this.#tags[slot] = removed;
    this.#size -= 1;
    return true;
  }

  /** The start of every record, in no order. Only flags can be changed meanwhile. */
  *places(): Generator<number> {
    for (let slot = 0; slot < this.#tags.length; slot += 1) {
      if ((this.#tags[slot] ?? 0) > removed) yield this.#offsets[slot] ?? 0;
    }
  }

  code(at: number): string {
    return this.#bytes.toString('latin1', at + textAt, at + textAt + (this.#bytes[at + codeLengthAt] ?? 0));
  }

  /** All records in one piece. */
  copy(): Buffer {
    if (this.#garbage > 0) this.#rebuild(this.#used);
    return Buffer.from(this.#bytes.subarray(0, this.#used));
  }

  /** Loads what `copy` returned; false if the records are not complete. */
  load(records: Buffer): boolean {
    const places: number[] = [];
    for (let at = 0; at < records.length; ) {
      const length = at + textAt > records.length ? 0 : records.readUInt32LE(at);
      if (length < textAt || at + length > records.length) return false;
      places.push(at);
      at += length;
    }
    this.#bytes = records;
    this.#used = records.length;
    this.#garbage = 0;
    this.#enterAll(places);
    return true;
  }

  #lengthAt(at: number): number {
    return this.#bytes.readUInt32LE(at);
  }

  #slotOf(code: string, hash: number): number {
    const mask = this.#tags.length - 1;
    const tag = tagOf(hash);
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = this.#tags[slot];
      if (found === empty) return -1;
      if (found === tag && this.#isCode(this.#offsets[slot] ?? 0, code)) return slot;
    }
  }

  #isCode(at: number, code: string): boolean {
    const bytes = this.#bytes;
    if (bytes[at + codeLengthAt] !== code.length) return false;
    const start = at + textAt;
    for (let place = 0; place < code.length; place += 1) {
      if (bytes[start + place] !== code.charCodeAt(place)) return false;
    }
    return true;
  }

  #write(at: number, length: number, link: ArenaLink): void {
    const bytes = this.#bytes;
    bytes.writeUInt32LE(length, at);
    bytes.writeUInt32LE(link.account, at + accountAt);
    bytes.writeDoubleLE(link.version, at + versionAt);
    bytes.write(link.id.replaceAll('-', ''), at + idAt, 16, 'hex');
    bytes[at + flagsAt] = link.flags;
    bytes[at + codeLengthAt] = link.code.length;
    bytes.writeUInt16LE(link.fragment.length, at + fragmentLengthAt);
    bytes.writeUInt16LE(link.head.length, at + headLengthAt);
    bytes.write(link.code + link.head + link.fragment, at + textAt, 'latin1');
  }

  #makeRoom(length: number): void {
    const isMostlyGarbage = this.#garbage > firstBytes && this.#garbage > this.#used / 2;
    if (this.#used + length <= this.#bytes.length && !isMostlyGarbage) return;
    this.#rebuild(Math.ceil((this.#used - this.#garbage + length) * growth));
  }

  /** Copies the live records to a new buffer. */
  #rebuild(capacity: number): void {
    const fresh = Buffer.alloc(Math.max(capacity, firstBytes));
    const places: number[] = [];
    let used = 0;
    for (const at of this.places()) {
      const length = this.#lengthAt(at);
      this.#bytes.copy(fresh, used, at, at + length);
      places.push(used);
      used += length;
    }
    this.#bytes = fresh;
    this.#used = used;
    this.#garbage = 0;
    this.#enterAll(places);
  }

  #enterAll(places: readonly number[]): void {
    let slots = firstSlots;
    while (slots < places.length * 3) slots *= 2;
    this.#tags = new Uint8Array(slots);
    this.#offsets = new Uint32Array(slots);
    this.#size = 0;
    this.#taken = 0;
    for (const at of places) this.#enter(hashOf(this.code(at)), at);
  }

  #enter(hash: number, at: number): void {
    if (this.#taken * 2 >= this.#tags.length) this.#enterAll([...this.places()]);
    const mask = this.#tags.length - 1;
    let slot = hash & mask;
    while (this.#tags[slot] !== empty) slot = (slot + 1) & mask;
    this.#tags[slot] = tagOf(hash);
    this.#offsets[slot] = at;
    this.#size += 1;
    this.#taken += 1;
  }
}

function lengthOf(link: ArenaLink): number {
  return textAt + link.code.length + link.head.length + link.fragment.length;
}

/** FNV-1a, with its high bits mixed into the low ones, which select the slot. */
function hashOf(code: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < code.length; place += 1) hash = Math.imul(hash ^ code.charCodeAt(place), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Distinguishes most codes with the same slot without reading their records. */
function tagOf(hash: number): number {
  return (hash >>> 24) | 2;
}
