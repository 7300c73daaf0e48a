import { type Target, targetOf } from './location.ts';

// Every link of the installation, in memory: a redirect asks nobody. Brands and accounts are kept once and shared
// by their links. A link whose brand is disabled, or whose destination is no address of the web, is disabled too.

export type LinkMerchant = {
  readonly id: string;
  clickParameter: string;
  cookieSeconds: number;
  duplicateMinutes: number;
  disabled: boolean;
};

export type LinkAccount = { readonly id: string; readonly creatorId: string; readonly merchant: LinkMerchant };

export type Link = {
  readonly id: string;
  readonly code: string;
  readonly account: LinkAccount;
  destination: string;
  target: Target | undefined;
  disabled: boolean;
  /** The database's `changed_at` in microseconds, to tell whether anything has changed. */
  version: number;
};

export type MerchantRow = Readonly<LinkMerchant>;

export type LinkRow = {
  code: string;
  id: string;
  merchantId: string;
  merchantAccountId: string;
  creatorId: string;
  destination: string;
  disabled: boolean;
  version: number;
};

export type LinkTable = {
  find(code: string): Link | undefined;
  setMerchant(row: MerchantRow): void;
  /** Takes a link as the database has it; false when its brand is not known yet. */
  setLink(row: LinkRow): boolean;
  remove(code: string): void;
  links(): IterableIterator<Link>;
  merchants(): IterableIterator<LinkMerchant>;
  size(): number;
  /** Rises with each change; a snapshot with the same figure is up to date. */
  revision(): number;
};

export function createLinkTable(): LinkTable {
  const links = new Map<string, Link>();
  const merchants = new Map<string, LinkMerchant>();
  const accounts = new Map<string, LinkAccount>();
  let revision = 0;

  const accountOf = (row: LinkRow): LinkAccount | undefined => {
    const known = accounts.get(row.merchantAccountId);
    if (known !== undefined) return known;
    const merchant = merchants.get(row.merchantId);
    if (merchant === undefined) return undefined;
    const account = { id: row.merchantAccountId, creatorId: row.creatorId, merchant };
    accounts.set(account.id, account);
    return account;
  };

  return {
    find: (code) => links.get(code),
    links: () => links.values(),
    merchants: () => merchants.values(),
    size: () => links.size,
    revision: () => revision,
    setMerchant(row) {
      const known = merchants.get(row.id);
      if (known === undefined) merchants.set(row.id, { ...row });
      else if (!update(known, row, links)) return;
      revision += 1;
    },
    setLink(row) {
      const known = links.get(row.code);
      if (known?.version === row.version && known.id === row.id) return true;
      const account = accountOf(row);
      if (account === undefined) return false;
      revision += 1;
      const { id, code, disabled, version } = row;
      const target = targetOf(row.destination, account.merchant.clickParameter);
      const destination = target?.head === row.destination ? target.head : row.destination;
      // A link's code and account never change, so whoever holds the object sees the new destination.
      if (known?.id === id) Object.assign(known, { destination, target, disabled, version });
      else links.set(code, { id, code, account, destination, target, disabled, version });
      return true;
    },
    remove(code) {
      if (links.delete(code)) revision += 1;
    },
  };
}

/** Whether anything of the brand has changed. */
function update(merchant: LinkMerchant, row: MerchantRow, links: ReadonlyMap<string, Link>): boolean {
  const isRenamed = merchant.clickParameter !== row.clickParameter;
  const isSame =
    !isRenamed &&
    merchant.cookieSeconds === row.cookieSeconds &&
    merchant.duplicateMinutes === row.duplicateMinutes &&
    merchant.disabled === row.disabled;
  if (isSame) return false;
  Object.assign(merchant, row);
  if (!isRenamed) return true;
  for (const link of links.values()) {
    if (link.account.merchant === merchant) link.target = targetOf(link.destination, merchant.clickParameter);
  }
  return true;
}

/** Whether the link leads somewhere. */
export function isLive(link: Link): link is Link & { target: Target } {
  return !link.disabled && link.target !== undefined && !link.account.merchant.disabled;
}
