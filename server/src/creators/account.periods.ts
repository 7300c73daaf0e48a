// An account is paused or ended by its brand, or suspended by an operator at all brands. Every period is kept with its times, because a click earns by what the
// account was when the click was made (docs/decisions/0081).
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

/** What counts first comes first. */
const periodKinds = ['ended', 'suspended', 'paused'] as const;
const periodKind = z.enum(periodKinds);
type PeriodKind = z.output<typeof periodKind>;

/** From `from` until before `until`; null if it has not ended. */
export type AccountPeriod = { kind: PeriodKind; from: Date; until: Date | null };

/**
 * The periods of the account with this id as JSON, in whatever statement reads the account. Times are in milliseconds. An
 * ending that was withdrawn has no length, so it is left out.
 */
export function accountPeriodsJson(accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('kind', p.kind, 'from', extract(epoch from p.started_at) * 1000,
      'until', extract(epoch from p.ended_at) * 1000) order by p.started_at, p.kind)
    from account_periods p where p.merchant_account_id = ${accountId} and p.ended_at is distinct from p.started_at), '[]'::jsonb)`;
}

const periods = z.array(z.strictObject({ kind: periodKind, from: z.number(), until: z.nullable(z.number()) }));

export function accountPeriods(json: unknown): AccountPeriod[] {
  return periods
    .parse(json)
    .map(({ kind, from, until }) => ({ kind, from: new Date(from), until: until === null ? null : new Date(until) }));
}

/** In which of the periods a moment is; of several, the one whose kind counts first. */
export function periodAt(all: readonly AccountPeriod[], at: Date): AccountPeriod | undefined {
  const within = all.filter(({ from, until }) => from <= at && (until === null || at < until));
  return within.toSorted((one, other) => periodKinds.indexOf(one.kind) - periodKinds.indexOf(other.kind))[0];
}

export type OpenPeriod = { id: string; reason: string; startedAt: Date };
export type LockedAccount = {
  merchantId: string;
  merchantAccountId: string;
  creatorId: string;
  joinedAt: Date;
  /** That have not ended; an ending can be announced. */
  pause: OpenPeriod | undefined;
  suspension: OpenPeriod | undefined;
  ending: OpenPeriod | undefined;
};

/** Locks an account of a brand until the end of the transaction; undefined if there is none. */
export async function lockAccount(
  tx: Tx,
  merchantId: string,
  merchantAccountId: string,
): Promise<LockedAccount | undefined> {
  const row = await tx
    .selectFrom('merchant_accounts')
    .select(['creator_id', 'joined_at'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', merchantAccountId)
    // Orders that name the account are not held up.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const open = await tx
    .selectFrom('account_periods')
    .select(['id', 'kind', 'reason', 'started_at'])
    .where('merchant_account_id', '=', merchantAccountId)
    .where('ended_at', 'is', null)
    .execute();
  const openOf = (kind: PeriodKind): OpenPeriod | undefined => {
    const found = open.find((period) => period.kind === kind);
    return found && { id: found.id, reason: found.reason, startedAt: found.started_at };
  };
  return {
    merchantId,
    merchantAccountId,
    creatorId: row.creator_id,
    joinedAt: row.joined_at,
    pause: openOf('paused'),
    suspension: openOf('suspended'),
    ending: openOf('ended'),
  };
}

export type EndedAccount = { account: LockedAccount; period: OpenPeriod };

/** Locks an account whose last day is over; undefined if it is not. */
export async function lockEnded(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  merchantAccountId: string,
): Promise<EndedAccount | undefined> {
  const account = await lockAccount(tx, merchantId, merchantAccountId);
  const period = account?.ending;
  return account && period && period.startedAt <= ctx.clock.now() ? { account, period } : undefined;
}

/** Begins a period of a locked account, now or later. */
export async function beginPeriod(
  ctx: Context,
  tx: Tx,
  account: LockedAccount,
  period: { kind: PeriodKind; reason: string; startedAt: Date; by: string | null },
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .insertInto('account_periods')
    .values({
      merchant_id: account.merchantId,
      merchant_account_id: account.merchantAccountId,
      creator_id: account.creatorId,
      id: newId(now),
      kind: period.kind,
      reason: period.reason,
      created_at: now,
      started_at: period.startedAt,
      started_by: period.by,
      ended_at: null,
      closed_at: null,
      ended_by: null,
    })
    .execute();
  await followPeriods(tx, account.merchantId, [account.merchantAccountId], now);
}

/** Ends a period of a locked account now. One that has not begun yet never begins. */
export async function endPeriod(
  ctx: Context,
  tx: Tx,
  account: LockedAccount,
  period: OpenPeriod,
  by: string | null,
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .updateTable('account_periods')
    .set((of) => ({ ended_at: of.fn<Date>('greatest', ['started_at', of.val(now)]), closed_at: now, ended_by: by }))
    .where('merchant_id', '=', account.merchantId)
    .where('id', '=', period.id)
    .execute();
  await followPeriods(tx, account.merchantId, [account.merchantAccountId], now);
}

const statusAt = (now: Date) => sql<string>`coalesce((
  select p.kind from account_periods p where p.merchant_account_id = merchant_accounts.id
    and p.started_at <= ${now} and (p.ended_at is null or p.ended_at > ${now})
  order by array_position(${[...periodKinds]}::text[], p.kind) limit 1), 'active')`;

/** Sets the status by the periods. */
async function followPeriods(tx: Tx, merchantId: string, accounts: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('merchant_accounts')
    .set({ status: statusAt(now) })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', accounts)
    .execute();
}
