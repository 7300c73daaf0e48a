import {
  type Adjustment,
  adjustmentKind,
  type BrandAdjustment,
  type listAdjustments,
  type listBrandAdjustments,
} from '@vitrine/contract/adjustments.ts';
import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { handleIn } from './adjustments.lines.ts';

function found(tx: Tx) {
  return tx
    .selectFrom('adjustments')
    .innerJoin('merchants', 'merchants.id', 'adjustments.merchant_id')
    .innerJoin('users as creator', 'creator.id', 'adjustments.creator_id')
    .leftJoin('users as giver', 'giver.id', 'adjustments.given_by')
    .leftJoin('payouts', (join) =>
      join
        .onRef('payouts.merchant_id', '=', 'adjustments.merchant_id')
        .onRef('payouts.id', '=', 'adjustments.payout_id'),
    )
    .selectAll('adjustments')
    .select(['merchants.display_name as merchant_display_name', 'payouts.state as payout_state'])
    .select(['creator.user_handle', 'creator.display_name as creator_display_name'])
    .select('giver.display_name as giver');
}
type Row = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number];

function stateOf(payoutState: string | null): Adjustment['state'] {
  if (payoutState === null) return 'available';
  return payoutState === 'paid' ? 'paid' : 'processing';
}

function presentAdjustment(row: Row): Adjustment {
  return {
    id: row.id,
    merchant_account_id: row.merchant_account_id,
    merchant_display_name: row.merchant_display_name,
    kind: adjustmentKind.parse(row.kind),
    amount: toMoney(row.amount, row.currency),
    reason: row.reason,
    state: stateOf(row.payout_state),
    given_at: row.given_at.toISOString(),
  };
}

function presentForBrand(row: Row): BrandAdjustment {
  return {
    ...presentAdjustment(row),
    creator: row.user_handle ?? 'former_creator',
    creator_display_name: row.creator_display_name,
    given_by: row.giver,
  };
}

type Page = { cursor?: string | undefined; limit: number };

async function pageOf(rows: ReturnType<typeof found>, query: Page) {
  const after = placeOfId(query.cursor);
  const further = after
    ? rows.where((where) =>
        where(where.refTuple('adjustments.given_at', 'adjustments.id'), '<', where.tuple(after.at, after.id)),
      )
    : rows;
  const read = await further
    .orderBy('adjustments.given_at', 'desc')
    .orderBy('adjustments.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const page = read.slice(0, query.limit);
  const last = page.at(-1);
  const meta = { next_cursor: read.length > page.length && last ? nextCursor(last.given_at, last.id) : null };
  return { page, meta };
}

export async function pageOfAdjustments(
  tx: Tx,
  creatorId: string,
  query: QueryOf<typeof listAdjustments>,
): Promise<{ data: Adjustment[]; meta: MetaOf<typeof listAdjustments> }> {
  const all = found(tx).where('adjustments.creator_id', '=', creatorId);
  const { page, meta } = await pageOf(
    query.merchant_account_id ? all.where('adjustments.merchant_account_id', '=', query.merchant_account_id) : all,
    query,
  );
  return { data: page.map(presentAdjustment), meta };
}

export async function pageOfBrandAdjustments(
  tx: Tx,
  merchantId: string,
  query: QueryOf<typeof listBrandAdjustments>,
): Promise<{ data: BrandAdjustment[]; meta: MetaOf<typeof listBrandAdjustments> }> {
  const handle = handleIn(query.search ?? '');
  let wanted = found(tx).where('adjustments.merchant_id', '=', merchantId);
  if (query.kind) wanted = wanted.where('adjustments.kind', '=', query.kind);
  if (handle) wanted = wanted.where('creator.user_handle', '^@', handle);
  const { page, meta } = await pageOf(wanted, query);
  return { data: page.map(presentForBrand), meta };
}

/** Some of a brand's adjustments, in the order of the ids. */
export async function readAdjustments(tx: Tx, merchantId: string, ids: readonly string[]): Promise<BrandAdjustment[]> {
  const rows = await found(tx)
    .where('adjustments.merchant_id', '=', merchantId)
    .where('adjustments.id', 'in', ids)
    .orderBy('adjustments.id')
    .execute();
  return rows.map(presentForBrand);
}
