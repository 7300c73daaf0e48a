import { type BrandFilter, brandFilters } from '@vitrine/contract/brand-analytics.ts';
import { type MixFilter, mixParts } from '../figures/brand.hits.ts';
import { namesOfMix } from '../figures/brand.visits.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  creatorNames,
  groupNames,
  groupsOfCreators,
  linkNames,
  linksOfBrandProduct,
  productNames,
} from './brand-analytics.names.ts';

/** The key of what has no group, no link, no code, or an unknown country, device or channel. */
export const nothing = 'none';

/** Filters as what figures are counted by. Unset ones don't restrict. */
export type ChosenFilters = {
  /** Creators, of the filters by creator and group together. */
  accounts: string[] | undefined;
  /** Links whose clicks count, of the filters by link and product together. */
  links: string[] | undefined;
  /** The link of a sale; null: sales without one. */
  soldLink: string | null | undefined;
  soldSku: string | undefined;
  /** null: sales without a code. */
  code: string | null | undefined;
  mix: MixFilter;
  /** The numbers of the combinations that `mix` leaves. */
  mixNames: number[] | undefined;
  named: { filter: BrandFilter; value: string; name: string | null }[];
};

type Given = Partial<Record<BrandFilter, string | undefined>>;

function common(one: string[] | undefined, other: string[] | undefined): string[] | undefined {
  if (!one || !other) return one ?? other;
  const kept = new Set(other);
  return one.filter((each) => kept.has(each));
}

/** Fails like a missing brand for what another brand has. */
async function nameOf<T>(
  tx: Tx,
  read: (tx: Tx, merchantId: string, ids: string[]) => Promise<Map<string, T>>,
  of: { merchantId: string; id: string },
): Promise<T> {
  if (!isId(of.id)) throw new Refusal('not_found');
  const found = (await read(tx, of.merchantId, [of.id])).get(of.id);
  if (found === undefined) throw new Refusal('not_found');
  return found;
}

async function accountsIn(
  tx: Tx,
  merchantId: string,
  { creator, group }: Given,
  now: Date,
): Promise<string[] | undefined> {
  if (group === undefined) return creator === undefined ? undefined : [creator];
  const groups = await groupsOfCreators(tx, merchantId, now);
  const members = [...groups].filter(([, of]) => of === group).map(([account]) => account);
  return common(members, creator === undefined ? undefined : [creator]);
}

async function linksIn(tx: Tx, merchantId: string, { link, product }: Given): Promise<string[] | undefined> {
  const own = link === undefined ? undefined : link === nothing ? [] : [link];
  if (product === undefined) return own;
  return common(await linksOfBrandProduct(tx, merchantId, product), own);
}

const unknownAsEmpty = (value: string | undefined) => (value === nothing ? '' : value);

/** Ids of other brands look missing, like ids that nothing has. */
export async function chooseFilters(tx: Tx, merchantId: string, given: Given, now: Date): Promise<ChosenFilters> {
  const { creator, group, product, link, code } = given;
  const names: Given = {};
  if (creator !== undefined) names.creator = (await nameOf(tx, creatorNames, { merchantId, id: creator })).name;
  if (group !== undefined && group !== nothing) names.group = await nameOf(tx, groupNames, { merchantId, id: group });
  if (link !== undefined && link !== nothing) names.link = (await nameOf(tx, linkNames, { merchantId, id: link })).name;
  const goods = product === undefined ? undefined : await nameOf(tx, productNames, { merchantId, id: product });
  if (goods) names.product = goods.name;
  if (code !== undefined && code !== nothing) names.code = code;
  const mix: MixFilter = {};
  for (const part of mixParts) if (given[part] !== undefined) mix[part] = unknownAsEmpty(given[part]);
  return {
    accounts: await accountsIn(tx, merchantId, given, now),
    links: await linksIn(tx, merchantId, given),
    soldLink: link === nothing ? null : link,
    soldSku: goods?.sku,
    code: code === nothing ? null : code,
    mix,
    mixNames: await namesOfMix(tx, mix),
    named: brandFilters.flatMap((filter) => {
      const value = given[filter];
      return value === undefined ? [] : [{ filter, value, name: names[filter] ?? null }];
    }),
  };
}
