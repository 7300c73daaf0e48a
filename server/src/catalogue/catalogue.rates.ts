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

/** The change for everyone, and for each of the first creators for whom it is another one. */
export function rateChangesOf({ choose, handles, groups }: CurrentRates, before: Goods, after: Goods): RateChange[] {
  const changeFor = (merchantAccountId: string) => {
    const [from, to] = [before, after].map(
      (goods) => choose({ ...goods, merchantAccountId, groupId: groups.get(merchantAccountId) ?? null })?.rate ?? null,
    );
    return { from: from ?? null, to: to ?? null };
  };
  const all = changeFor(nobody);
  const own: RateChange[] = [];
  for (const [account, creator] of handles) {
    const { from, to } = changeFor(account);
    if (from === to || isSame(from, to) || (isSame(from, all.from) && isSame(to, all.to))) continue;
    own.push({ creator, from, to });
    if (own.length === mostCreators) break;
  }
  return [...(isSame(all.from, all.to) ? [] : [{ creator: null, ...all }]), ...own];
}

/** What the rules pay for a product: first for everyone, then for each creator with another rule. */
export function ratesFor({ choose, handles, groups }: CurrentRates, { sku, category }: Goods): BrandProduct['rates'] {
  const ruleFor = (merchantAccountId: string) =>
    choose({ sku, category, merchantAccountId, groupId: groups.get(merchantAccountId) ?? null });
  const all = ruleFor(nobody);
  const own = [...handles].flatMap(([account, creator]) => {
    const rule = ruleFor(account);
    return rule && rule !== all ? [{ creator, rule }] : [];
  });
  return [...(all ? [{ creator: null, rule: all }] : []), ...own].map(({ creator, rule }) => ({
    creator,
    because: appliesTo(rule),
    ...rule.rate,
  }));
}
