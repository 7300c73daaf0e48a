// Which commission rates a change of a product changes: a rule can be for its category. Pure, besides loading the terms.
import type { RateChange } from '@vitrine/contract/catalogue.ts';
import type { BrandProduct } from '@vitrine/contract/catalogue.products.ts';
import type { Tx } from '../platform/database/database.ts';
import { groupsAt } from '../groups/groups.moves.ts';
import { appliesTo, ruleChooser } from '../terms/rules.ts';
import { termsAt } from '../terms/terms.service.ts';
import { listHandles } from './catalogue.views.ts';

type Goods = { sku: string; category: string };
type CurrentRates = {
  version: number | null;
  choose: ReturnType<typeof ruleChooser>;
  handles: ReadonlyMap<string, string>;
  /** The groups of these creators. */
  groups: ReadonlyMap<string, string>;
};

/** The rules in effect, and the handles of the creators that they name. */
export async function currentRates(tx: Tx, merchantId: string, at: Date): Promise<CurrentRates> {
  const terms = await termsAt(tx, merchantId, at);
  const rules = terms?.rules ?? [];
  const accounts = rules.flatMap(({ merchantAccountId: id }) => (id === null ? [] : [id]));
  return {
    version: terms?.version ?? null,
    choose: ruleChooser(rules),
    handles: await listHandles(tx, merchantId, [...new Set(accounts)]),
    groups: rules.some(({ groupId }) => groupId !== null) ? await groupsAt(tx, merchantId, at) : new Map(),
  };
}

const nobody = '';
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A file may change thousands of products, and terms may name hundreds of creators. */
const mostCreators = 20;

/**
 * The change for everyone, and for each of the first creators for whom it is another one. A change for new customers
 * follows the one for all, if it is another one.
 */
export function rateChangesOf({ choose, handles, groups }: CurrentRates, before: Goods, after: Goods): RateChange[] {
  const changeFor = (merchantAccountId: string, isNewCustomer: boolean) => {
    const groupId = groups.get(merchantAccountId) ?? null;
    const [from, to] = [before, after].map(
      (goods) => choose({ ...goods, merchantAccountId, groupId, isNewCustomer })?.rate ?? null,
    );
    return { from: from ?? null, to: to ?? null };
  };
  const changesFor = (creator: string | null, account: string): RateChange[] => {
    const [general, ofNew] = [changeFor(account, false), changeFor(account, true)];
    const all = isSame(general, ofNew) ? [general] : [general, ofNew];
    return all.filter(({ from, to }) => !isSame(from, to)).map((change) => ({ creator, ...change }));
  };
  const all = changesFor(null, nobody);
  const own: RateChange[] = [];
  for (const [account, creator] of handles) {
    const changes = changesFor(creator, account).filter(
      ({ from, to }) => !all.some((change) => isSame(change.from, from) && isSame(change.to, to)),
    );
    own.push(...changes);
    if (own.length >= mostCreators) break;
  }
  return [...all, ...own];
}

/** What the rules pay for a product: first for everyone, then for each creator with another rule. */
export function ratesFor({ choose, handles, groups }: CurrentRates, { sku, category }: Goods): BrandProduct['rates'] {
  const ruleFor = (merchantAccountId: string, isNewCustomer: boolean) =>
    choose({ sku, category, merchantAccountId, groupId: groups.get(merchantAccountId) ?? null, isNewCustomer });
  const rulesFor = (account: string) => [...new Set([ruleFor(account, false), ruleFor(account, true)])];
  const all = rulesFor(nobody);
  const own = [...handles].flatMap(([account, creator]) =>
    rulesFor(account)
      .filter((rule) => !all.includes(rule))
      .map((rule) => ({ creator, rule })),
  );
  return [...all.map((rule) => ({ creator: null, rule })), ...own].flatMap(({ creator, rule }) =>
    rule ? [{ creator, because: appliesTo(rule), ...rule.rate }] : [],
  );
}
