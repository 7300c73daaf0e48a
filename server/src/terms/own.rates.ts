// What a creator earns on each product, now and next, and the history of the creator's terms.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { listOwnRates, listOwnTerms, OwnRate, OwnTerms } from '@vitrine/contract/terms.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readMonthTotals, presentReached } from './month.reached.ts';
import type { TermsRule } from './rules.ts';
import {
  type Goods,
  groupIn,
  isSameRate,
  type Move,
  ownEdges,
  rateAhead,
  type RatePair,
  scheduleOf,
  timesFrom,
  type Version,
} from './schedule.ts';
import { listGoods, listMoves, titlesBySku } from './schedule.queries.ts';
import { listVersionsFrom } from './terms.queries.ts';

type Own = Pick<AccountAccess, 'merchantId' | 'merchantAccountId'>;
type Ahead = Pick<OwnRate, 'commission' | 'commission_new' | 'commission_then'>;

async function movesOf(tx: Tx, { merchantId, merchantAccountId }: Own): Promise<Move[]> {
  const moves = await listMoves(tx, merchantId, [merchantAccountId]);
  return moves.get(merchantAccountId) ?? [];
}

/** What a creator earns on products at a time, and what comes next by the terms that are published so far. */
export async function ratesAhead(tx: Tx, own: Own, at: Date): Promise<(goods: Goods) => Ahead> {
  return rateFinder(await listVersionsFrom(tx, own.merchantId, at), own, await movesOf(tx, own), at);
}

function rateFinder(versions: readonly Version[], own: Own, moves: readonly Move[], at: Date): (goods: Goods) => Ahead {
  const ahead = { schedule: scheduleOf(versions), merchantAccountId: own.merchantAccountId, moves };
  const times = timesFrom(at, undefined, ownEdges(ahead));
  return (goods) => {
    const { now, next } = rateAhead(ahead, at, goods, times);
    return { ...presentPair(now), commission_then: next && { from: next.from.toISOString(), ...presentPair(next) } };
  };
}

/** `commission_new` only if new customers earn something else. */
function presentPair({ rate, rateOfNew }: RatePair): Pick<OwnRate, 'commission' | 'commission_new'> {
  return { commission: rate, ...(rateOfNew && !isSameRate(rate, rateOfNew) && { commission_new: rateOfNew }) };
}

export async function listRatesOf(ctx: Context, actor: Actor, account: string): Promise<DataOf<typeof listOwnRates>> {
  const own = await accessMerchantAccount(ctx, actor, account);
  const { merchantId, creatorId } = own;
  const at = ctx.clock.now();
  return ctx.database.read({ role: 'app', merchantId, creatorId }, async (tx) => {
    const versions = await listVersionsFrom(tx, merchantId, at);
    const rateOf = rateFinder(versions, own, await movesOf(tx, own), at);
    const goods = await listGoods(
      tx,
      merchantId,
      versions.flatMap(({ rules }) => rules),
    );
    const hasTiers = versions.some(({ rules }) => rules.some(({ rate }) => 'tiers' in rate));
    const { merchantAccountId } = own;
    const month = hasTiers ? await readMonthTotals(tx, { merchantId, merchantAccountId, at }) : undefined;
    const shown = goods.some(({ count }) => count > 0) ? goods.filter(({ count }) => count > 0) : goods.slice(-1);
    const byRates = Map.groupBy(shown, (each) => JSON.stringify(rateOf(each)));
    return [...byRates.values()].flatMap((same): OwnRate[] => {
      const [first] = same;
      if (!first) return [];
      const titles = same.flatMap((each) => each.titles).slice(0, mostTitles);
      const rates = rateOf(first);
      const isByTier = [rates.commission, rates.commission_new].some((rate) => rate && 'tiers' in rate);
      const count = same.reduce((sum, each) => sum + each.count, 0);
      return [{ titles, count, ...rates, ...(isByTier && month && { reached: presentReached(month) }) }];
    });
  });
}

const mostTitles = 10;

/** The times of a version: `endedAt` is when a newer one took or takes its place. */
function stateOf(effectiveAt: Date, endedAt: Date | undefined, now: Date): OwnTerms['state'] {
  if (endedAt && endedAt <= effectiveAt) return 'withdrawn';
  if (effectiveAt > now) return 'announced';
  return endedAt && endedAt <= now ? 'past' : 'active';
}

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.toSorted((a, b) => Number(a) - Number(b))[0];
}

/** The groups that a creator was or will be in between two times. */
function groupsBetween(moves: readonly Move[], from: Date, to: Date | undefined): Set<string | null> {
  const meanwhile = moves.filter(({ effectiveAt }) => effectiveAt > from && (!to || effectiveAt < to));
  return new Set([groupIn(moves, from), ...meanwhile.map(({ groupId }) => groupId)]);
}

function whoseOf(rule: TermsRule, account: string, groups: ReadonlySet<string | null>) {
  if (rule.merchantAccountId !== null) return rule.merchantAccountId === account ? ('creator' as const) : undefined;
  if (rule.groupId !== null) return groups.has(rule.groupId) ? ('group' as const) : undefined;
  return 'everyone' as const;
}

export async function listTermsOfCreator(
  ctx: Context,
  actor: Actor,
  account: string,
): Promise<DataOf<typeof listOwnTerms>> {
  const own = await accessMerchantAccount(ctx, actor, account);
  const { merchantId, creatorId, merchantAccountId } = own;
  const now = ctx.clock.now();
  return ctx.database.read({ role: 'app', merchantId, creatorId }, async (tx) => {
    const versions = await listVersionsFrom(tx, merchantId, new Date(0));
    const moves = await movesOf(tx, own);
    const rules = versions.flatMap((version) => version.rules);
    const titles = await titlesBySku(
      tx,
      merchantId,
      rules.flatMap(({ sku }) => sku ?? []),
    );
    const shown = versions.map((version, index): OwnTerms => {
      const { effectiveAt } = version;
      const endedAt = earliest(versions.slice(index + 1).map((newer) => newer.effectiveAt));
      const groups = groupsBetween(moves, effectiveAt, endedAt);
      return {
        version: version.version,
        note: version.note,
        created_at: version.createdAt.toISOString(),
        effective_at: effectiveAt.toISOString(),
        ended_at: endedAt?.toISOString() ?? null,
        state: stateOf(effectiveAt, endedAt, now),
        rules: version.rules.flatMap((rule) => {
          const whose = whoseOf(rule, merchantAccountId, groups);
          return whose ? [{ whose, ...presentOwn(rule, titles) }] : [];
        }),
      };
    });
    return shown.toReversed();
  });
}

function presentOwn({ sku, category, startsAt, endsAt, rate }: TermsRule, titles: ReadonlyMap<string, string>) {
  return {
    sku,
    product: sku === null ? null : (titles.get(sku) ?? sku),
    category,
    starts_at: startsAt?.toISOString() ?? null,
    ends_at: endsAt?.toISOString() ?? null,
    ...rate,
  };
}
