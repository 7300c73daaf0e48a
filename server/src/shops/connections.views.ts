import { deliveryOutcome, type DeliveryOutcome } from '@vitrine/contract/deliveries.ts';
import { orderSource, type OrderSource, type ShopSource } from '@vitrine/contract/connections.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type ConnectionRow = {
  time_zone: string | null;
  connected_at: Date;
  disconnected_at: Date | null;
  disconnected_by: 'brand' | 'shop' | null;
  renewal_months: number;
};

export async function findShopConnection(
  tx: Tx,
  merchantId: string,
  kind: ShopSource,
): Promise<ConnectionRow | undefined> {
  const row = await tx
    .selectFrom('shop_connections')
    .select(['time_zone', 'connected_at', 'disconnected_at', 'disconnected_by', 'renewal_months'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!row) return undefined;
  const by = row.disconnected_by === 'shop' ? 'shop' : 'brand';
  return { ...row, disconnected_by: row.disconnected_at === null ? null : by };
}

export type DeliveryFigures = {
  last: { id: string; topic: string | null; outcome: DeliveryOutcome; receivedAt: Date } | null;
  received: number;
  problems: number;
  wrongSignatures: number;
  lastWrongSignatureAt: Date | null;
};

type LastRow = { id: string; topic: string | null; outcome: string | null; received_at: Date };
type WeekRow = { received: number; problems: number; wrong: number; wrong_at: Date | null };

/** The last webhook of a kind of shop, and the webhooks since `since`. */
export async function deliveryFigures(
  tx: Tx,
  { merchantId, kind, since }: { merchantId: string; kind: ShopSource; since: Date },
): Promise<DeliveryFigures> {
  const { rows: last } = await sql<LastRow>`
    select id, topic, outcome, received_at from delivery_log
    where merchant_id = ${merchantId} and source = ${kind} and minute is null
    order by received_at desc, id desc limit 1`.execute(tx);
  const { rows: week } = await sql<WeekRow>`
    select count(*) filter (where minute is null)::integer as received,
      count(*) filter (where minute is null and is_open)::integer as problems,
      coalesce(sum(count) filter (where minute is not null), 0)::integer as wrong,
      max(last_received_at) as wrong_at
    from delivery_log
    where merchant_id = ${merchantId} and source = ${kind} and received_at >= ${since}`.execute(tx);
  const [newest] = last;
  const outcome = deliveryOutcome.safeParse(newest?.outcome ?? 'waiting');
  return {
    last: newest
      ? {
          id: newest.id,
          topic: newest.topic,
          outcome: outcome.success ? outcome.data : 'failed',
          receivedAt: newest.received_at,
        }
      : null,
    received: week[0]?.received ?? 0,
    problems: week[0]?.problems ?? 0,
    wrongSignatures: week[0]?.wrong ?? 0,
    lastWrongSignatureAt: week[0]?.wrong_at ?? null,
  };
}

export type SourceRow = { source: OrderSource; orders: number; with_click: number; last_received_at: Date };

/** The orders since `since` by their way in. */
export async function ordersBySourceOf(tx: Tx, merchantId: string, since: Date): Promise<SourceRow[]> {
  const { rows } = await sql<{ [Key in keyof SourceRow]: Key extends 'source' ? string : SourceRow[Key] }>`
    select source, count(*)::integer as orders, count(click_id)::integer as with_click, max(received_at) as last_received_at
    from orders where merchant_id = ${merchantId} and received_at >= ${since}
    group by source order by source`.execute(tx);
  return rows.flatMap((row) => {
    const source = orderSource.safeParse(row.source);
    return source.success ? [{ ...row, source: source.data }] : [];
  });
}
