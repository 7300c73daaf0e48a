// How a link is written as bytes. The length of a record follows from its three text lengths.

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

// The record: account u32, version f64, id 16 bytes, flags u8, state u8, code length u8, fragment length u16, head length
// u16, then code, head and fragment.
const versionAt = 4;
const idAt = 12;
const flagsAt = 28;
const stateAt = 29;
const codeLengthAt = 30;
const fragmentLengthAt = 31;
const headLengthAt = 33;
const textAt = 35;

/** Whether a record was used since the last eviction that came by, or is only waiting to be overwritten. */
export const recordState = { unused: 0, used: 1, removed: 2 } as const;

/** A link in the arena. Valid until the next change of the arena. */
export class LinkRecord {
  readonly #bytes: Buffer;
  readonly #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get flags(): number {
    return this.#bytes[this.#at + flagsAt] ?? 0;
  }

  get account(): number {
    return this.#bytes.readUInt32LE(this.#at);
  }

  get version(): number {
    return this.#bytes.readDoubleLE(this.#at + versionAt);
  }

  /** 32 digits, in a form that PostgreSQL accepts. */
  get id(): string {
    return this.#bytes.toString('hex', this.#at + idAt, this.#at + idAt + 16);
  }

  get code(): string {
    return this.#text(0, this.#codeLength);
  }

  get head(): string {
    return this.#text(this.#codeLength, this.#headLength);
  }

  get fragment(): string {
    const length = this.#bytes.readUInt16LE(this.#at + fragmentLengthAt);
    return length === 0 ? '' : this.#text(this.#codeLength + this.#headLength, length);
  }

  get #codeLength(): number {
    return this.#bytes[this.#at + codeLengthAt] ?? 0;
  }

  get #headLength(): number {
    return this.#bytes.readUInt16LE(this.#at + headLengthAt);
  }

  #text(from: number, length: number): string {
    const start = this.#at + textAt + from;
    return this.#bytes.toString('latin1', start, start + length);
  }
}

export function recordLength(link: ArenaLink): number {
  return textAt + link.code.length + link.head.length + link.fragment.length;
}

/** The length of the record that starts here; 0 if it is not complete before `end`. */
export function recordLengthAt(bytes: Buffer, at: number, end: number): number {
  if (at + textAt > end) return 0;
  const fragmentLength = bytes.readUInt16LE(at + fragmentLengthAt);
  const length = textAt + (bytes[at + codeLengthAt] ?? 0) + bytes.readUInt16LE(at + headLengthAt) + fragmentLength;
  return at + length > end ? 0 : length;
}

export function writeRecord(bytes: Buffer, at: number, link: ArenaLink, state: number): void {
  bytes.writeUInt32LE(link.account, at);
  bytes.writeDoubleLE(link.version, at + versionAt);
  bytes.write(link.id.replaceAll('-', ''), at + idAt, 16, 'hex');
  bytes[at + flagsAt] = link.flags;
  bytes[at + stateAt] = state;
  bytes[at + codeLengthAt] = link.code.length;
  bytes.writeUInt16LE(link.fragment.length, at + fragmentLengthAt);
  bytes.writeUInt16LE(link.head.length, at + headLengthAt);
  bytes.write(link.code + link.head + link.fragment, at + textAt, 'latin1');
}

export function stateOf(bytes: Buffer, at: number): number {
  return bytes[at + stateAt] ?? recordState.removed;
}

/** Written only when it changes, so that most redirects only read memory. */
export function setState(bytes: Buffer, at: number, state: number): void {
  if (bytes[at + stateAt] !== state) bytes[at + stateAt] = state;
}

export function hasCode(bytes: Buffer, at: number, code: string): boolean {
  if (bytes[at + codeLengthAt] !== code.length) return false;
  const start = at + textAt;
  for (let place = 0; place < code.length; place += 1) {
    if (bytes[start + place] !== code.charCodeAt(place)) return false;
  }
  return true;
}

/** FNV-1a from a seed, then mixed (the finalizer of MurmurHash3) so that every bit depends on every character. */
export function hashCode(code: string, seed: number): number {
  let hash = seed;
  for (let place = 0; place < code.length; place += 1) hash = Math.imul(hash ^ code.charCodeAt(place), 0x01000193);
  return mixed(hash);
}

/** The same hash for the code of a record. */
export function hashRecord(bytes: Buffer, at: number, seed: number): number {
  let hash = seed;
  const end = at + textAt + (bytes[at + codeLengthAt] ?? 0);
  for (let place = at + textAt; place < end; place += 1) hash = Math.imul(hash ^ (bytes[place] ?? 0), 0x01000193);
  return mixed(hash);
}

function mixed(hash: number): number {
  let mix = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
