import { type TakedownCategory, takedownCategories } from '@vitrine/contract/values/takedown-categories.ts';
import { LinkArena, type SegmentImage } from './link.arena.ts';
import { canonicalOf, holdsParameter, jointOf, type Target, withoutParameter } from './location.ts';

// The links of the installation in memory, all or those that were used or changed last, so that a redirect needs no
// database. Brands and accounts are stored once and shared by their links. A link is disabled if its brand is, or if its destination is not a web URL. One that was taken down
// keeps the category of its take-down.

export type LinkMerchant = {
  readonly id: string;
  clickParameter: string;
  cookieSeconds: number;
  duplicateMinutes: number;
  disabled: boolean;
};

export type LinkAccount = { readonly id: string; readonly creatorId: string; readonly merchant: LinkMerchant };

/** A link as a redirect needs it, in its current state. */
export type ServedLink = Target & { readonly code: string; readonly account: LinkAccount; readonly isLive: boolean };

export type LinkOwner = { readonly id: string; readonly account: LinkAccount };

export type MerchantRow = Readonly<LinkMerchant>;

export type StoredLink = {
  code: string;
  id: string;
  merchantId: string;
  merchantAccountId: string;
  creatorId: string;
  destination: string;
  disabled: boolean;
  /** The category of its take-down. */
  takenDown: TakedownCategory | null;
  /** The database's `changed_at` in microseconds, to tell whether anything has changed. */
  version: number;
};

/** How far the table follows the database. */
export type FeedPosition = {
  /** Which database it is. After a restore or a failover it is another one. */
  source: string;
  /** Every change of a transaction with a lower id is in the table. */
  transaction: string;
  /** The code up to which all links were read once; undefined when all were. */
  readTo: string | undefined;
  /** Whether every link in memory was compared with this database. */
  isCompared: boolean;
};

export type AccountImage = { id: string; creatorId: string; merchant: number };

/** A part of the table in the form in which it is stored on disk, in this order: segments, brands, accounts. */
export type TablePart =
  | { kind: 'segment'; image: SegmentImage }
  | { kind: 'merchants'; merchants: LinkMerchant[] }
  | { kind: 'accounts'; accounts: AccountImage[] };

export type LinkTable = {
  /** A link for a shopper, which keeps it in memory longer. */
  find(code: string): ServedLink | undefined;
  /** A link's account, and its id without hyphens. */
  ownerOf(code: string): LinkOwner | undefined;
  /** Why a link was taken down; undefined if it wasn't. */
  takedownOf(code: string): TakedownCategory | undefined;
  setMerchant(row: MerchantRow): void;
  /** Adds a link that changed or is needed; false if its brand is not known yet. Above the cap, others are removed. */
  setLink(row: StoredLink): boolean;
  /** The same for a link that was only read along with all others, so it is the first to be removed. */
  fillLink(row: StoredLink): boolean;
  remove(code: string): void;
  /** All codes, some thousands at a time. The table can change in between. */
  codes(): Iterable<string[]>;
  size(): number;
  bytes(): number;
  /** Whether the memory is used up. */
  isFull(): boolean;
  /** The cap in bytes, if links may be missing because of it; they are read when they are needed. */
  reachedCap(): number | undefined;
  /** Increases with each change; a snapshot with the same number is up to date. */
  revision(): number;
  position(): FeedPosition | undefined;
  setPosition(position: FeedPosition): void;
  /** The start of the codes' hashes, which the parts depend on. */
  seed(): number;
  /** The table part by part. It can change in between; what changed after the first part may be in or not. */
  parts(): Iterable<TablePart>;
  /** Empties the table before parts are loaded, with the seed and the reached cap of the table that they came from. */
  clear(seed?: number, reachedCap?: number): void;
  /** False if the part is damaged. */
  load(part: TablePart): boolean;
  /** Whether all parts were loaded. */
  isLoaded(): boolean;
};

const flag = { disabled: 1, unusable: 2, query: 4, open: 8 } as const;
/** The three bits after these: 0, or the position of a take-down's category from 1. */
const takedownShift = 4;
const notLive = flag.disabled | flag.unusable | (7 << takedownShift);

const longestCode = 64;
const longestText = 0xffff;
const accountsInPart = 1_024;

/** `cap`: the number of bytes above which the links that were used longest ago are removed. */
export function createLinkTable(cap = Number.POSITIVE_INFINITY): LinkTable {
  return new MemoryTable(cap);
}

class MemoryTable implements LinkTable {
  readonly #arena: LinkArena;
  #merchants = new Map<string, LinkMerchant>();
  #accounts: LinkAccount[] = [];
  /** By the first byte of the id: one Map of all accounts would stall when it grows. */
  #accountPlaces: Map<string, number>[] = [];
  #revision = 0;
  #position: FeedPosition | undefined;

  constructor(cap: number) {
    this.#arena = new LinkArena(cap);
    this.clear();
  }

  find(code: string): ServedLink | undefined {
    const record = code.length > longestCode ? undefined : this.#arena.use(code);
    const account = record && this.#accounts[record.account];
    if (record === undefined || account === undefined) return undefined;
    const { merchant } = account;
    const { flags, fragment, head: own } = record;
    const isLive = (flags & notLive) === 0 && !merchant.disabled;
    const isGuarded = (flags & flag.query) !== 0 && holdsParameter(own, merchant.clickParameter);
    if (!isGuarded) return { code, account, isLive, head: own, joint: jointIn(flags), fragment };
    const head = withoutParameter(own, merchant.clickParameter);
    return { code, account, isLive, head, joint: jointOf(head), fragment };
  }

  ownerOf(code: string): LinkOwner | undefined {
    const record = this.#arena.find(code);
    const account = record && this.#accounts[record.account];
    return account && { id: record.id, account };
  }

  takedownOf(code: string): TakedownCategory | undefined {
    const record = this.#arena.find(code);
    return record && takedownCategories[(record.flags >> takedownShift) - 1];
  }

  codes(): Iterable<string[]> {
    return this.#arena.codes();
  }

  size(): number {
    return this.#arena.size;
  }

  bytes(): number {
    return this.#arena.bytes;
  }

  isFull(): boolean {
    return this.#arena.isFull;
  }

  reachedCap(): number | undefined {
    return this.#arena.reachedCap;
  }

  revision(): number {
    return this.#revision;
  }

  position(): FeedPosition | undefined {
    return this.#position;
  }

  setPosition(position: FeedPosition): void {
    this.#position = position;
  }

  setMerchant(row: MerchantRow): void {
    const known = this.#merchants.get(row.id);
    if (known !== undefined && isSame(known, row)) return;
    if (known === undefined) this.#merchants.set(row.id, { ...row });
    else Object.assign(known, row);
    this.#revision += 1;
  }

  setLink(row: StoredLink): boolean {
    return this.#put(row, true);
  }

  fillLink(row: StoredLink): boolean {
    return this.#put(row, false);
  }

  remove(code: string): void {
    if (this.#arena.remove(code)) this.#revision += 1;
  }

  seed(): number {
    return this.#arena.seed;
  }

  *parts(): Generator<TablePart> {
    for (const image of this.#arena.images()) yield { kind: 'segment', image };
    // Taken after the segments, so that every account of theirs is among them.
    const merchants = Array.from(this.#merchants.values(), (merchant) => ({ ...merchant }));
    const places = new Map(merchants.map(({ id }, place) => [id, place]));
    const count = this.#accounts.length;
    yield { kind: 'merchants', merchants };
    for (let from = 0; from < count; from += accountsInPart) {
      const accounts = this.#accounts.slice(from, Math.min(from + accountsInPart, count));
      yield {
        kind: 'accounts',
        accounts: accounts.map(({ id, creatorId, merchant }) => {
          return { id, creatorId, merchant: places.get(merchant.id) ?? 0 };
        }),
      };
    }
  }

  clear(seed?: number, reachedCap?: number): void {
    this.#arena.clear(seed, reachedCap);
    this.#merchants = new Map();
    this.#accounts = [];
    this.#accountPlaces = Array.from({ length: 256 }, () => new Map());
    this.#position = undefined;
    this.#revision += 1;
  }

  load(part: TablePart): boolean {
    if (part.kind === 'segment') return this.#arena.load(part.image);
    if (part.kind === 'merchants') {
      for (const merchant of part.merchants) this.#merchants.set(merchant.id, merchant);
      return true;
    }
    const merchants = [...this.#merchants.values()];
    return part.accounts.every(({ id, creatorId, merchant: place }) => {
      const merchant = merchants[place];
      if (merchant !== undefined) this.#addAccount({ id, creatorId, merchant });
      return merchant !== undefined;
    });
  }

  isLoaded(): boolean {
    return this.#arena.isLoaded;
  }

  #put(row: StoredLink, isUsed: boolean): boolean {
    if (row.code.length <= longestCode && this.#arena.find(row.code)?.version === row.version) return true;
    const account = this.#placeOfAccount(row);
    if (account === undefined) return false;
    this.#revision += 1;
    const { code, id, version } = row;
    this.#arena.put({ code, id, account, version, ...partsOf(row) }, isUsed);
    return true;
  }

  #addAccount(account: LinkAccount): number {
    const place = this.#accounts.push(account) - 1;
    this.#placesOf(account.id).set(account.id, place);
    return place;
  }

  #placesOf(account: string): Map<string, number> {
    const places = this.#accountPlaces[Number.parseInt(account.slice(0, 2), 16) & 255];
    if (places === undefined) throw new Error('every byte has its accounts');
    return places;
  }

  #placeOfAccount(row: StoredLink): number | undefined {
    const known = this.#placesOf(row.merchantAccountId).get(row.merchantAccountId);
    if (known !== undefined) return known;
    const merchant = this.#merchants.get(row.merchantId);
    return merchant && this.#addAccount({ id: row.merchantAccountId, creatorId: row.creatorId, merchant });
  }
}

function partsOf(row: StoredLink): { head: string; fragment: string; flags: number } {
  const position = row.takenDown === null ? 0 : takedownCategories.indexOf(row.takenDown) + 1;
  const disabled = (row.disabled ? flag.disabled : 0) | (position << takedownShift);
  const canonical = canonicalOf(row.destination);
  if (canonical === undefined || canonical.head.length > longestText || canonical.fragment.length > longestText) {
    return { head: '', fragment: '', flags: disabled | flag.unusable };
  }
  const joint = jointOf(canonical.head);
  const query = (joint === '?' ? 0 : flag.query) | (joint === '' ? flag.open : 0);
  return { ...canonical, flags: disabled | query };
}

function jointIn(flags: number): string {
  if ((flags & flag.query) === 0) return '?';
  return (flags & flag.open) === 0 ? '&' : '';
}

function isSame(known: LinkMerchant, row: MerchantRow): boolean {
  return (
    known.clickParameter === row.clickParameter &&
    known.cookieSeconds === row.cookieSeconds &&
    known.duplicateMinutes === row.duplicateMinutes &&
    known.disabled === row.disabled
  );
}
