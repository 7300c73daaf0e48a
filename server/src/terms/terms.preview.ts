// What a new version would change for each creator and product, by the same comparison that tells creators about it.
import type { QueryOf } from '@vitrine/contract/endpoint.ts';
import type { previewTerms, TermsPreview } from '@vitrine/contract/terms.ts';
import type { Context } from '../context.ts';
import { noticeDaysAt } from '../merchants/settings.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { type GoodsClass, type RateDifference, rateDifferences } from './rate.cuts.ts';
import { type Move, scheduleOf } from './schedule.ts';
import { listGoods, listMoves } from './schedule.queries.ts';
import { planVersion, rulesOf, type TermsInput } from './terms.service.ts';
import { termsOf } from './terms.queries.ts';

type Preview = { data: TermsPreview; meta: { next_cursor: string | null } };
type Effect = 'lose' | 'gain' | 'unchanged';
/** How many products of a creator are listed. */
const mostProducts = 10;

function creatorsOf(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('merchant_accounts')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select(['merchant_accounts.id', 'users.user_handle', 'users.display_name'])
    .where('merchant_accounts.merchant_id', '=', merchantId)
    .where('merchant_accounts.status', '<>', 'ended')
    .orderBy('users.user_handle')
    .execute();
}

function effectOf(changes: readonly RateDifference[]): Effect {
  if (changes.length === 0) return 'unchanged';
  return changes.some(({ isCut }) => isCut) ? 'lose' : 'gain';
}

function counted(effects: readonly Effect[]): TermsPreview['creators'] {
  const count = (wanted: Effect) => effects.filter((effect) => effect === wanted).length;
  return { lose: count('lose'), gain: count('gain'), unchanged: count('unchanged') };
}

/** Over all creators: a product that anybody earns less on loses. */
function productEffects(goods: readonly GoodsClass[], all: readonly (readonly RateDifference[])[]) {
  const changes = Map.groupBy(all.flat(), (change) => change.goods);
  return goods.flatMap((each) => Array.from({ length: each.count }, () => effectOf(changes.get(each) ?? [])));
}

function presentChanges(changes: readonly RateDifference[]) {
  const ordered = changes.toSorted((a, b) => Number(b.isCut) - Number(a.isCut));
  const named = ordered.filter(({ goods }) => goods.count > 0);
  const shown = named.length > 0 ? named : ordered.slice(0, 1);
  const lines = shown.flatMap(({ goods, from, before, after, isCut, isOfNewCustomers }) =>
    (goods.titles.length > 0 ? goods.titles : [null]).map((product) => {
      return { product, from: from.toISOString(), before, after, is_cut: isCut, new_customers: isOfNewCustomers };
    }),
  );
  const products = lines.slice(0, mostProducts);
  const total = named.length > 0 ? named.reduce((sum, { goods }) => sum + goods.count, 0) : lines.length;
  return { products, more: total - products.length };
}

export async function previewTermsFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  page: QueryOf<typeof previewTerms>,
  input: TermsInput,
): Promise<Preview> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const settings = await termsOf(tx, merchantId);
    const rules = await rulesOf(tx, merchantId, settings, input);
    const noticeDays = await noticeDaysAt(tx, merchantId, settings.notice_days, now);
    const { effectiveAt, current } = await planVersion(tx, merchantId, rules, now, noticeDays);
    const newest = (current.at(-1)?.version ?? 0) + 1;
    const [before, after] = [scheduleOf(current), scheduleOf([...current, { version: newest, effectiveAt, rules }])];
    const allRules = [...current.flatMap((version) => version.rules), ...rules];
    const goods = await listGoods(tx, merchantId, allRules);
    const named = new Set(allRules.flatMap(({ merchantAccountId }) => merchantAccountId ?? []));
    const creators = await creatorsOf(tx, merchantId);
    const hasGroups = allRules.some(({ groupId }) => groupId !== null);
    const moves = hasGroups
      ? await listMoves(
          tx,
          merchantId,
          creators.map(({ id }) => id),
        )
      : new Map<string, Move[]>();
    // Creators whom no rule names, and who were moved alike, have the same changes.
    const known = new Map<string, RateDifference[]>();
    const changesOf = (account: string): RateDifference[] => {
      const own = { merchantAccountId: named.has(account) ? account : '', moves: moves.get(account) ?? [] };
      const key = JSON.stringify([own.merchantAccountId, own.moves.map((move) => [move.groupId, move.effectiveAt])]);
      const changes =
        known.get(key) ??
        rateDifferences({ ...own, schedule: before }, { ...own, schedule: after }, effectiveAt, goods);
      known.set(key, changes);
      return changes;
    };
    const all = creators.map((creator) => ({ creator, changes: changesOf(creator.id) }));
    const { listed, next } = pageOf(all, page);
    return {
      data: {
        effective_at: effectiveAt.toISOString(),
        creators: counted(all.map(({ changes }) => effectOf(changes))),
        products: counted(productEffects(goods, [...known.values()])),
        changes: listed.map(({ creator, changes }) => ({
          creator: creator.user_handle ?? '',
          display_name: creator.display_name,
          ...presentChanges(changes),
        })),
      },
      meta: { next_cursor: next },
    };
  });
}

type Previewed = { creator: { user_handle: string | null }; changes: readonly RateDifference[] };

/** The creators with changes, by handle. The cursor is the last handle. */
function pageOf<Each extends Previewed>(all: readonly Each[], { cursor, limit }: QueryOf<typeof previewTerms>) {
  const rest = all.filter(
    ({ creator, changes }) => changes.length > 0 && (!cursor || (creator.user_handle ?? '') > cursor),
  );
  const listed = rest.slice(0, limit);
  const last = listed.at(-1)?.creator.user_handle ?? null;
  return { listed, next: rest.length > limit ? last : null };
}
