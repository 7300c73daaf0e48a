import type { DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { type BrandPayout, type listBrandPayouts, type Payout, payoutState } from '@vitrine/contract/payouts.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import type { PayoutRecord } from './payouts.queries.ts';

type Row = PayoutRecord & {
  merchant_display_name: string;
  user_handle: string | null;
  creator_display_name: string;
  approver: string | null;
};

function presentPayout(row: Row): Payout {
  return {
    id: row.id,
    merchant_account_id: row.merchant_account_id,
    merchant_display_name: row.merchant_display_name,
    amount: toMoney(row.amount, row.currency),
    carried: toMoney(row.carried, row.currency),
    commissions: row.lines,
    state: payoutState.parse(row.state),
    monthly: row.for_month !== null,
    hint: row.hint,
    reference: row.reference,
    failure: row.failure,
    requested_at: row.requested_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

function presentBrandPayout(row: Row): BrandPayout {
  return {
    ...presentPayout(row),
    creator: row.user_handle ?? 'former_creator',
    creator_display_name: row.creator_display_name,
    approved_by: row.approver,
  };
}

function found(tx: Tx) {
  return tx
    .selectFrom('payouts')
    .innerJoin('merchants', 'merchants.id', 'payouts.merchant_id')
    .innerJoin('users as creator', 'creator.id', 'payouts.creator_id')
    .leftJoin('users as approver', 'approver.id', 'payouts.approved_by')
    .selectAll('payouts')
    .select([
      'merchants.display_name as merchant_display_name',
      'creator.user_handle',
      'creator.display_name as creator_display_name',
      'approver.display_name as approver',
    ]);
}

type Page = { cursor?: string | undefined; limit: number };

async function pageOf(
  rows: ReturnType<typeof found>,
  query: Page,
): Promise<{ page: Row[]; meta: { next_cursor: string | null } }> {
  const after = placeOfId(query.cursor);
  const further = after
    ? rows.where((where) =>
        where(where.refTuple('payouts.requested_at', 'payouts.id'), '<', where.tuple(after.at, after.id)),
      )
    : rows;
  const read = await further
    .orderBy('payouts.requested_at', 'desc')
    .orderBy('payouts.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const page = read.slice(0, query.limit);
  const last = page.at(-1);
  return {
    page,
    meta: { next_cursor: read.length > page.length && last ? nextCursor(last.requested_at, last.id) : null },
  };
}

/** A creator's payouts at one storefront, newest first. */
export async function pageOfPayouts(tx: Tx, merchantAccountId: string, query: Page) {
  const { page, meta } = await pageOf(found(tx).where('payouts.merchant_account_id', '=', merchantAccountId), query);
  return { data: page.map(presentPayout), meta };
}

export async function readPayout(tx: Tx, merchantId: string, payoutId: string): Promise<Payout> {
  const row = found(tx).where('payouts.merchant_id', '=', merchantId).where('payouts.id', '=', payoutId);
  return presentPayout(await row.executeTakeFirstOrThrow());
}

export async function readBrandPayout(tx: Tx, merchantId: string, payoutId: string): Promise<BrandPayout> {
  const row = found(tx).where('payouts.merchant_id', '=', merchantId).where('payouts.id', '=', payoutId);
  return presentBrandPayout(await row.executeTakeFirstOrThrow());
}

async function totalsOf(tx: Tx, merchantId: string): Promise<MetaOf<typeof listBrandPayouts>['totals']> {
  const { rows } = await sql<{ state: string; currency: string; payouts: bigint; amount: bigint }>`
    select state, currency, count(*) as payouts, sum(amount)::numeric as amount from payouts
    where merchant_id = ${merchantId} group by state, currency order by currency, state`.execute(tx);
  return rows.map((row) => ({
    state: payoutState.parse(row.state),
    payouts: Number(row.payouts),
    amount: toMoney(row.amount, row.currency),
  }));
}

/** A brand's payouts, in one state or all, with the sums of each state. */
export async function pageOfBrandPayouts(
  tx: Tx,
  merchantId: string,
  query: QueryOf<typeof listBrandPayouts>,
): Promise<{ data: DataOf<typeof listBrandPayouts>; meta: MetaOf<typeof listBrandPayouts> }> {
  const all = found(tx).where('payouts.merchant_id', '=', merchantId);
  const { page, meta } = await pageOf(query.state ? all.where('payouts.state', '=', query.state) : all, query);
  return { data: page.map(presentBrandPayout), meta: { ...meta, totals: await totalsOf(tx, merchantId) } };
}
