import { type TakedownCategory, takedownCategories } from '@vitrine/contract/values/takedown-categories.ts';
import { LinkArena } from './link.arena.ts';
import { canonicalOf, holdsParameter, jointOf, type Target, withoutParameter } from './location.ts';

// Every link of the installation in memory, so that a redirect needs no database. Brands and accounts are stored once
// and shared by their links. A link is disabled if its brand is, or if its destination is not a web URL. One that was taken down
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

/** The whole table in the form in which it is stored on disk. */
export type TableImage = {
  merchants: LinkMerchant[];
  accounts: [id: string, creatorId: string, merchant: number][];
  records: Buffer;
};

export type LinkTable = {
  find(code: string): ServedLink | undefined;
  /** A link's account, and its id without hyphens. */
  ownerOf(code: string): LinkOwner | undefined;
  /** Why a link was taken down; undefined if it wasn't. */
  takedownOf(code: string): TakedownCategory | undefined;
  setMerchant(row: MerchantRow): void;
  /** Adds a link from the database; false if its brand is not known yet. */
  setLink(row: StoredLink): boolean;
  remove(code: string): void;
  codes(): string[];
  size(): number;
  /** Increases with each change; a snapshot with the same number is up to date. */
  revision(): number;
  image(): TableImage;
  /** Fills an empty table. Returns false and leaves it empty if the image is damaged. */
  load(image: TableImage): boolean;
};

/** `guarded`: the destination's own query has a parameter with the click parameter's name, which must be removed. */
const flag = { disabled: 1, unusable: 2, guarded: 4, query: 8, open: 16 } as const;
/** The three highest bits: 0, or the position of a take-down's category from 1. */
const takedownShift = 5;
const notLive = flag.disabled | flag.unusable | (7 << takedownShift);

const longestCode = 64;
const longestText = 0xffff;

export function createLinkTable(): LinkTable {
  return new MemoryTable();
}

class MemoryTable implements LinkTable {
  readonly #arena = new LinkArena();
  readonly #merchants = new Map<string, LinkMerchant>();
  readonly #accounts: LinkAccount[] = [];
  readonly #accountPlaces = new Map<string, number>();
  #revision = 0;

  find(code: string): ServedLink | undefined {
    const arena = this.#arena;
    const at = code.length > longestCode ? -1 : arena.find(code);
    if (at === -1) return undefined;
    const account = this.#accounts[arena.account(at)];
    if (account === undefined) return undefined;
    const { merchant } = account;
    const flags = arena.flags(at);
    const isLive = (flags & notLive) === 0 && !merchant.disabled;
    const own = arena.head(at);
    const fragment = arena.fragment(at);
    if ((flags & flag.guarded) === 0) return { code, account, isLive, head: own, joint: jointIn(flags), fragment };
    const head = withoutParameter(own, merchant.clickParameter);
    return { code, account, isLive, head, joint: jointOf(head), fragment };
  }

  ownerOf(code: string): LinkOwner | undefined {
    const at = this.#arena.find(code);
    const account = at === -1 ? undefined : this.#accounts[this.#arena.account(at)];
    return account && { id: this.#arena.id(at), account };
  }

  takedownOf(code: string): TakedownCategory | undefined {
    const at = this.#arena.find(code);
    return at === -1 ? undefined : takedownCategories[(this.#arena.flags(at) >> takedownShift) - 1];
  }

  codes(): string[] {
    return Array.from(this.#arena.places(), (at) => this.#arena.code(at));
  }

  size(): number {
    return this.#arena.size;
  }

  revision(): number {
    return this.#revision;
  }

  setMerchant(row: MerchantRow): void {
    const known = this.#merchants.get(row.id);
    if (known === undefined) this.#merchants.set(row.id, { ...row });
    else if (isSame(known, row)) return;
    this.#revision += 1;
    if (known === undefined) return;
    const isRenamed = known.clickParameter !== row.clickParameter;
    Object.assign(known, row);
    if (isRenamed) this.#guardAgain(known);
  }

  setLink(row: StoredLink): boolean {
    const known = row.code.length <= longestCode ? this.#arena.find(row.code) : -1;
    if (known !== -1 && this.#arena.version(known) === row.version) return true;
    const account = this.#placeOfAccount(row);
    if (account === undefined) return false;
    this.#revision += 1;
    const { code, id, version } = row;
    const parts = partsOf(row, this.#accounts[account]?.merchant.clickParameter ?? '');
    this.#arena.put({ code, id, account, version, ...parts });
    return true;
  }

  remove(code: string): void {
    if (this.#arena.remove(code)) this.#revision += 1;
  }

  image(): TableImage {
    const merchants = [...this.#merchants.values()];
    const places = new Map(merchants.map((merchant, place) => [merchant, place]));
    const accounts = this.#accounts.map(({ id, creatorId, merchant }): TableImage['accounts'][number] => [
      id,
      creatorId,
      places.get(merchant) ?? -1,
    ]);
    return { merchants, accounts, records: this.#arena.copy() };
  }

  load(image: TableImage): boolean {
    if (!this.#arena.load(image.records)) return false;
    for (const merchant of image.merchants) this.#merchants.set(merchant.id, merchant);
    for (const [id, creatorId, place] of image.accounts) {
      const merchant = image.merchants[place];
      if (merchant !== undefined) this.#addAccount({ id, creatorId, merchant });
    }
    this.#revision += 1;
    return true;
  }

  #addAccount(account: LinkAccount): number {
    this.#accountPlaces.set(account.id, this.#accounts.length);
    return this.#accounts.push(account) - 1;
  }

  #placeOfAccount(row: StoredLink): number | undefined {
    const known = this.#accountPlaces.get(row.merchantAccountId);
    if (known !== undefined) return known;
    const merchant = this.#merchants.get(row.merchantId);
    return merchant && this.#addAccount({ id: row.merchantAccountId, creatorId: row.creatorId, merchant });
  }

  /** The brand's click parameter changed: check again which destinations contain it. */
  #guardAgain(merchant: LinkMerchant): void {
    const arena = this.#arena;
    for (const at of arena.places()) {
      if (this.#accounts[arena.account(at)]?.merchant !== merchant) continue;
      const isGuarded = holdsParameter(arena.head(at), merchant.clickParameter);
      arena.setFlags(at, isGuarded ? arena.flags(at) | flag.guarded : arena.flags(at) & ~flag.guarded);
    }
  }
}

function partsOf(row: StoredLink, clickParameter: string): { head: string; fragment: string; flags: number } {
  const position = row.takenDown === null ? 0 : takedownCategories.indexOf(row.takenDown) + 1;
  const disabled = (row.disabled ? flag.disabled : 0) | (position << takedownShift);
  const canonical = canonicalOf(row.destination);
  if (canonical === undefined || canonical.head.length > longestText || canonical.fragment.length > longestText) {
    return { head: '', fragment: '', flags: disabled | flag.unusable };
  }
  const joint = jointOf(canonical.head);
  const query = (joint === '?' ? 0 : flag.query) | (joint === '' ? flag.open : 0);
  const guarded = holdsParameter(canonical.head, clickParameter) ? flag.guarded : 0;
  return { ...canonical, flags: disabled | query | guarded };
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
