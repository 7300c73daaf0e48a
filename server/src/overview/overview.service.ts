// The first screen of a creator. A day is one of their time zone. What was earned, sold and reversed is that of the
// commissions that came in within the period; current, pending and processing are what the ledger says now.
import type { Balance } from '@vitrine/contract/commissions.ts';
import type { Overview } from '@vitrine/contract/overview.ts';
import { toMoney } from '@vitrine/contract/values/money.ts';
import type { Context } from '../context.ts';
import { balancesIn } from '../ledger/ledger.service.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Period, periodOf } from './overview.days.ts';
import { type Asked, clicksByDay, type EarnedOnDay, earnedByDay, recentCommissions, type Subject, subjectOf, topPlacements } from './overview.views.ts';

const placementsShown = 10;
const commissionsShown = 8;

/** All of it in one transaction, each panel one statement. */
export async function readOverviewOf(ctx: Context, actor: Actor, asked: { days: number; merchant_account_id?: string | undefined }): Promise<Overview> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', creatorId: actor.userId }, async (tx) => {
    const subject = await subjectOf(tx, actor.userId);
    if (!subject) throw new Refusal('not_found');
    const chosen = accountsAsked(subject, asked.merchant_account_id);
    const of = { creatorId: actor.userId, accountIds: chosen.map((account) => account.id) };
    const period = periodOf(now, subject.time_zone, asked.days);
    return {
      days: asked.days,
      time_zone: subject.time_zone,
      as_of: now.toISOString(),
      ...(await clicksIn(tx, of, period)),
      ...(await moneyIn(tx, of, period)),
      top_placements: (await topPlacements(tx, of, placementsShown)).map(({ code, clicks, ...placement }) => ({ ...placement, short_url: `${ctx.config.publicUrl}/s/${code}`, clicks: Number(clicks) })),
      recent: await recentCommissions(tx, of, commissionsShown),
    };
  });
}

/** One's own storefronts, or the one named by id or by its brand's slug. Foreign and missing look alike. */
function accountsAsked(subject: Subject, account: string | undefined): Subject['accounts'] {
  if (account === undefined) return subject.accounts;
  const chosen = subject.accounts.filter(({ id, slug }) => id === account || slug === account);
  if (chosen.length === 0) throw new Refusal('not_found');
  return chosen;
}

async function clicksIn(tx: Tx, of: Asked, period: Period): Promise<Pick<Overview, 'clicks' | 'clicks_by_day'>> {
  const clicks = new Map((await clicksByDay(tx, of, period)).map((row) => [row.day, Number(row.clicks)]));
  const byDay = period.days.map((day, index) => ({ day, clicks: clicks.get(index + 1) ?? 0 }));
  return { clicks: { now: byDay.reduce((sum, { clicks: counted }) => sum + counted, 0), before: clicks.get(0) ?? 0 }, clicks_by_day: byDay };
}

async function moneyIn(tx: Tx, of: Asked, period: Period): Promise<Pick<Overview, 'orders' | 'money'>> {
  const earned = await earnedByDay(tx, of, period);
  const balances = (await balancesIn(tx, of.creatorId)).filter((balance) => of.accountIds.includes(balance.merchant_account_id));
  const orders = (rows: EarnedOnDay[]) => rows.reduce((sum, row) => sum + Number(row.orders), 0);
  const currencies = new Set([...balances, ...earned].map(({ currency }) => currency));
  return {
    orders: { now: orders(earned.filter(({ day }) => day > 0)), before: orders(earned.filter(({ day }) => day === 0)) },
    money: [...currencies].map((currency) => moneyOf(currency, {
      period, earned: earned.filter((row) => row.currency === currency), balances: balances.filter((balance) => balance.currency === currency),
    })),
  };
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

function moneyOf(currency: string, from: { period: Period; earned: EarnedOnDay[]; balances: Balance[] }): Overview['money'][number] {
  const within = from.earned.filter(({ day }) => day > 0);
  const held = (name: 'current' | 'pending' | 'processing') => toMoney(total(from.balances.map((balance) => BigInt(balance[name].amount))), currency);
  return {
    currency,
    earned: toMoney(total(within.map((row) => row.earned)), currency),
    earned_before: toMoney(total(from.earned.filter(({ day }) => day === 0).map((row) => row.earned)), currency),
    earned_by_day: from.period.days.map((day, index) => ({ day, amount: toMoney(within.find((row) => row.day === index + 1)?.earned ?? 0n, currency) })),
    sales: toMoney(total(within.map((row) => row.sales)), currency),
    current: held('current'),
    pending: held('pending'),
    processing: held('processing'),
    reversed: toMoney(total(within.map((row) => row.reversed)), currency),
    next_maturing: nextOf(currency, from.balances),
  };
}

/** The nearest date of all these balances, and what becomes current on it. */
function nextOf(currency: string, balances: Balance[]): Balance['next_maturing'] {
  const next = balances.flatMap((balance) => balance.next_maturing ?? []);
  const at = next.map((part) => part.at).sort()[0];
  if (at === undefined) return null;
  return { at, amount: toMoney(total(next.filter((part) => part.at === at).map((part) => BigInt(part.amount.amount))), currency) };
}
