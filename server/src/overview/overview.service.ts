// A creator's first screen. Days are in their time zone. Earned, sold and reversed amounts are those of the commissions
// from the period; current, pending and processing are the ledger's present balances.
import type { Balance } from '@vitrine/contract/commissions.ts';
import type { Overview, OverviewNeed } from '@vitrine/contract/overview.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { presentCommission } from '../commissions/commissions.presenter.ts';
import type { Context } from '../context.ts';
import { balancesIn } from '../ledger/ledger.service.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';
import { Refusal } from '../platform/refusal.ts';
import { clicksIn, type Storefronts } from '../figures/counts.ts';
import { spanParts } from '../figures/parts.ts';
import { type Period, periodOf } from '../platform/days.ts';
import {
  type OverviewSubject,
  type EarnedOnDay,
  earnedByDay,
  recentCommissions,
  type Subject,
  subjectOf,
  topPlacements,
} from './overview.views.ts';

const placementsShown = 10;
const commissionsShown = 8;

/** All of it in one transaction, with one statement per panel. */
export async function readCreatorOverview(
  ctx: Context,
  actor: Actor,
  query: { days: number; merchant_account_id?: string | undefined },
): Promise<Overview> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const now = ctx.clock.now();
  return ctx.database.read({ role: 'app', creatorId: actor.userId }, async (tx) => {
    const subject = await subjectOf(tx, actor.userId);
    if (!subject) throw new Refusal('not_found');
    const of = { creatorId: actor.userId, accountId: requestedAccount(subject, query.merchant_account_id) };
    const period = periodOf(now, subject.time_zone, query.days);
    const names = new Map(subject.accounts.map((account) => [account.id, account.merchant_display_name]));
    const nameOf = (row: { merchant_account_id: string }) => names.get(row.merchant_account_id) ?? '';
    return {
      days: query.days,
      time_zone: subject.time_zone,
      as_of: now.toISOString(),
      ...(await clicksByDay(tx, of.accountId === null ? subject.accounts.map(({ id }) => id) : [of.accountId], period)),
      ...(await moneyIn(tx, of, period)),
      top_placements: (await topPlacements(tx, of, placementsShown)).map((placement) => ({
        link_id: placement.link_id,
        title: placement.title,
        image: publicAddress(ctx.config.publicUrl, placement.image),
        merchant_account_id: placement.merchant_account_id,
        merchant_display_name: nameOf(placement),
        short_url: `${ctx.config.publicUrl}/s/${placement.code}`,
        taken_down: placement.taken_down,
        clicks: Number(placement.clicks),
      })),
      needs: needsOf(subject, of),
      recent: (await recentCommissions(tx, of, commissionsShown)).map((row) =>
        presentCommission(row, ctx.config.publicUrl),
      ),
    };
  });
}

/**
 * The requested storefront, by id or by its brand's slug; null for all. Those of others, ended and missing ones look
 * the same.
 */
function requestedAccount(subject: Subject, account: string | undefined): string | null {
  if (account === undefined) return null;
  const found = subject.accounts.find(({ id, slug, ended }) => !ended && (id === account || slug === account));
  if (!found) throw new Refusal('not_found');
  return found.id;
}

/** Clicks of the previous period and of each day. */
async function clicksByDay(
  tx: Tx,
  accounts: Storefronts,
  { days, before, midnights }: Period,
): Promise<Pick<Overview, 'clicks' | 'clicks_by_day'>> {
  const bounds = [before, ...midnights];
  const spans = midnights.map((to, index) => ({ from: bounds[index] ?? to, to }));
  const counted = await clicksIn(tx, accounts, spanParts(spans));
  const byDay = days.map((day, index) => ({ day, clicks: counted.get(index + 1) ?? 0 }));
  return {
    clicks: { now: byDay.reduce((sum, { clicks }) => sum + clicks, 0), before: counted.get(0) ?? 0 },
    clicks_by_day: byDay,
  };
}

async function moneyIn(tx: Tx, of: OverviewSubject, period: Period): Promise<Pick<Overview, 'orders' | 'money'>> {
  const earned = await earnedByDay(tx, of, period);
  const balances = (await balancesIn(tx, of.creatorId)).filter(
    (balance) => of.accountId === null || balance.merchant_account_id === of.accountId,
  );
  const orders = (rows: EarnedOnDay[]) => rows.reduce((sum, row) => sum + Number(row.orders), 0);
  const currencies = new Set([...balances, ...earned].map(({ currency }) => currency));
  return {
    orders: { now: orders(earned.filter(({ day }) => day > 0)), before: orders(earned.filter(({ day }) => day === 0)) },
    money: [...currencies].map((currency) =>
      moneyOf(currency, {
        period,
        earned: earned.filter((row) => row.currency === currency),
        balances: balances.filter((balance) => balance.currency === currency),
      }),
    ),
  };
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

function moneyOf(
  currency: string,
  from: { period: Period; earned: EarnedOnDay[]; balances: Balance[] },
): Overview['money'][number] {
  const within = from.earned.filter(({ day }) => day > 0);
  const partOf = (
    amount: 'approved' | 'waiting' | 'reversed',
    count: 'approved_count' | 'waiting_count' | 'declined_count',
  ) => ({
    count: Number(total(within.map((row) => row[count]))),
    amount: toMoney(total(within.map((row) => row[amount])), currency),
  });
  const held = (name: 'current' | 'pending' | 'processing') =>
    toMoney(total(from.balances.map((balance) => BigInt(balance[name].amount))), currency);
  return {
    currency,
    earned: toMoney(total(within.map((row) => row.earned)), currency),
    earned_before: toMoney(total(from.earned.filter(({ day }) => day === 0).map((row) => row.earned)), currency),
    earned_by_day: from.period.days.map((day, index) => ({
      day,
      amount: toMoney(total(within.filter((row) => row.day === index + 1).map((row) => row.earned)), currency),
    })),
    sales: toMoney(total(within.map((row) => row.sales)), currency),
    approved: partOf('approved', 'approved_count'),
    waiting: partOf('waiting', 'waiting_count'),
    declined: partOf('reversed', 'declined_count'),
    current: held('current'),
    pending: held('pending'),
    processing: held('processing'),
    reversed: toMoney(total(within.map((row) => row.reversed)), currency),
    next_maturing: nextOf(currency, from.balances),
  };
}

type StorefrontNeed = Extract<OverviewNeed, { slug: string }>;

/** The creator's to-dos by storefront; an ended one has none. */
function needsOf({ accounts, is_payable }: Subject, { accountId }: OverviewSubject): OverviewNeed[] {
  const open = accounts.filter(({ id, ended }) => !ended && (accountId === null || id === accountId));
  const unpaid = is_payable ? 0 : open.filter(({ has_money }) => has_money).length;
  return [
    ...(unpaid > 0 ? [{ kind: 'missing_payout_method' as const, count: unpaid }] : []),
    ...open.flatMap(({ id, slug, merchant_display_name, shows_something, says_something, held, unread }) => {
      const need = (kind: StorefrontNeed['kind'], count: number): StorefrontNeed[] =>
        count > 0 ? [{ kind, merchant_account_id: id, slug, merchant_display_name, count }] : [];
      return [
        ...need('unread_messages', unread),
        ...need('held_commissions', held),
        ...need('empty_storefront', shows_something ? 0 : 1),
        ...need('undescribed_storefront', says_something ? 0 : 1),
      ];
    }),
  ];
}

/** The earliest maturity date of these balances, and the amount that becomes available then. */
function nextOf(currency: string, balances: Balance[]): Balance['next_maturing'] {
  const next = balances.flatMap((balance) => balance.next_maturing ?? []);
  const at = next.map((part) => part.at).sort()[0];
  if (at === undefined) return null;
  return {
    at,
    amount: toMoney(total(next.filter((part) => part.at === at).map((part) => BigInt(part.amount.amount))), currency),
  };
}
