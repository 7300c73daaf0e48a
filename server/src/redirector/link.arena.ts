import { randomInt } from 'node:crypto';
import { type ArenaLink, hashCode, type LinkRecord } from './link.record.ts';
import { LinkSegment } from './link.segment.ts';

// Links as bytes instead of objects in a Map, in segments by the first bits of their codes' hashes (extendible hashing).
// A segment that becomes large is split in two, so no step takes longer the more links there are. Above a number of
// bytes, links that weren't used lately are removed (docs/decisions/0045-link-arena.md).

export type { ArenaLink, LinkRecord } from './link.record.ts';

/** One segment as it is stored on disk. */
export type SegmentImage = { depth: number; prefix: number; records: Buffer };

const allHashes = 2 ** 32;
/** Enough for billions of links. Beyond it, segments forget links as they do above the cap. */
const mostDepth = 20;

export class LinkArena {
  readonly #cap: number;
  #seed = 0;
  #depth = 0;
  /** A segment at each place that its hashes lead to. */
  #directory: LinkSegment[] = [];
  #size = 0;
  #bytes = 0;
  /** The hashes up to which segments were loaded. */
  #loaded = 0;
  #isLeftOut = false;

  /** `cap`: the number of bytes above which links are removed. */
  constructor(cap: number) {
    this.#cap = cap;
    this.clear();
  }

  get size(): number {
    return this.#size;
  }

  /** The memory it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#cap;
  }

  /** The cap, if links may be missing because of it. */
  get reachedCap(): number | undefined {
    return this.isFull || this.#isLeftOut ? this.#cap : undefined;
  }

  /** The start of every hash, random so that nobody can choose codes that all have the same one. */
  get seed(): number {
    return this.#seed;
  }

  /** `reachedCap`: the one of the links that are loaded next, which may not be all. */
  clear(seed: number = randomInt(allHashes), reachedCap?: number): void {
    const segment = new LinkSegment(seed, 0, 0);
    this.#seed = seed;
    this.#depth = 0;
    this.#directory = [segment];
    this.#size = 0;
    this.#bytes = segment.bytes;
    this.#loaded = 0;
    this.#isLeftOut = reachedCap !== undefined && reachedCap >= this.#cap;
  }

  find(code: string): LinkRecord | undefined {
    const hash = hashCode(code, this.#seed);
    return this.#segmentOf(hash).find(code, hash);
  }

  /** Finds a link that is needed now, which keeps it in memory longer. */
  use(code: string): LinkRecord | undefined {
    const hash = hashCode(code, this.#seed);
    return this.#segmentOf(hash).use(code, hash);
  }

  /** A link that is not used is removed earlier than one that is. */
  put(link: ArenaLink, isUsed: boolean): void {
    const hash = hashCode(link.code, this.#seed);
    const full = this.#segmentOf(hash);
    const mayGrow = !this.isFull && (!full.isLarge || full.depth < mostDepth);
    this.#change(full, (segment) => segment.put(link, hash, { isUsed, mayGrow }));
    for (let segment = full; segment.isLarge && segment.depth < mostDepth && !this.isFull; ) {
      this.#split(segment);
      segment = this.#segmentOf(hash);
    }
  }

  remove(code: string): boolean {
    const hash = hashCode(code, this.#seed);
    return this.#change(this.#segmentOf(hash), (segment) => segment.remove(code, hash));
  }

  /** The codes of one segment after another. A link that stays is in one of them, whatever changes in between. */
  *codes(): Generator<string[]> {
    for (const segment of this.#segments()) yield Array.from(segment.records(), ({ code }) => code);
  }

  /** The segments one after another, likewise. The bytes are valid until the next change. */
  *images(): Generator<SegmentImage> {
    for (const segment of this.#segments()) {
      const records = this.#change(segment, () => segment.image());
      yield { depth: segment.depth, prefix: segment.prefix, records };
    }
  }

  /** Loads the next of the images; false if it is damaged or doesn't come next. Beyond the cap, its links are left out. */
  load({ depth, prefix, records }: SegmentImage): boolean {
    if (depth > mostDepth || prefix !== this.#loaded) return false;
    while (this.#depth < depth) this.#double();
    const segment = new LinkSegment(this.#seed, depth, prefix);
    const fits = this.#bytes + records.length <= this.#cap;
    if (fits && !segment.load(records)) return false;
    if (!fits) this.#isLeftOut = true;
    if (prefix === 0) this.#bytes = 0;
    this.#bytes += segment.bytes;
    this.#size += segment.size;
    this.#enter(segment);
    this.#loaded = endOf(segment);
    return true;
  }

  get isLoaded(): boolean {
    return this.#loaded === allHashes;
  }

  #segmentOf(hash: number): LinkSegment {
    // A shift by 32 would be one by 0.
    const segment = this.#directory[this.#depth === 0 ? 0 : hash >>> (32 - this.#depth)];
    if (segment === undefined) throw new Error('the directory of links is damaged');
    return segment;
  }

  *#segments(): Generator<LinkSegment> {
    for (let hash = 0; hash < allHashes; ) {
      const segment = this.#segmentOf(hash);
      hash = endOf(segment);
      yield segment;
    }
  }

  #change<T>(segment: LinkSegment, change: (segment: LinkSegment) => T): T {
    const { bytes, size } = segment;
    const result = change(segment);
    this.#bytes += segment.bytes - bytes;
    this.#size += segment.size - size;
    return result;
  }

  #split(segment: LinkSegment): void {
    if (segment.depth === this.#depth) this.#double();
    for (const half of segment.split()) {
      this.#bytes += half.bytes;
      this.#enter(half);
    }
    this.#bytes -= segment.bytes;
  }

  #double(): void {
    this.#depth += 1;
    this.#directory = this.#directory.flatMap((segment) => [segment, segment]);
  }

  #enter(segment: LinkSegment): void {
    const shift = 32 - this.#depth;
    this.#directory.fill(segment, Math.floor(segment.prefix / 2 ** shift), endOf(segment) / 2 ** shift);
  }
}

function endOf({ depth, prefix }: LinkSegment): number {
  return prefix + 2 ** (32 - depth);
}
