import {
  type Delivery,
  type DeliveryFilter,
  deliveryOutcome,
  type listAllDeliveries,
} from '@vitrine/contract/deliveries.ts';
import type { MetaOf } from '@vitrine/contract/endpoint.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';

type Row = {
  id: string;
  merchant_id: string | null;
  slug: string | null;
  display_name: string | null;
  source: string;
  topic: string | null;
  webhook_id: string | null;
  outcome: string | null;
  fields: string[];
  order_id: string | null;
  order_reference: string | null;
  is_test: boolean;
  has_decision: boolean;
  received_at: Date;
  last_received_at: Date | null;
  count: number;
  processed_at: Date | null;
  took_ms: number | null;
  attempts: number | null;
  next_attempt_at: Date | null;
  request_id: string;
  bytes: number | null;
  fault_line: number | null;
  fault_column: number | null;
  is_open: boolean;
  replays: number;
  closed_as: 'fixed' | 'dismissed' | null;
  close_reason: string | null;
  closed_at: Date | null;
  closer: string | null;
};

function present(row: Row): Delivery {
  const outcome = deliveryOutcome.safeParse(row.outcome ?? 'waiting');
  const { merchant_id: id, slug, display_name } = row;
  return {
    id: row.id,
    brand: id !== null && slug !== null && display_name !== null ? { id, slug, display_name } : null,
    source: row.source,
    topic: row.topic,
    delivery_id: row.webhook_id,
    // Another version may have stored one that this version doesn't know.
    outcome: outcome.success ? outcome.data : 'failed',
    fields: row.fields,
    order_id: row.order_id,
    order_reference: row.order_reference,
    is_test: row.is_test,
    has_decision: row.has_decision,
    received_at: row.received_at.toISOString(),
    last_received_at: row.last_received_at?.toISOString() ?? null,
    count: row.count,
    processed_at: row.processed_at?.toISOString() ?? null,
    took_ms: row.took_ms,
    attempts: row.attempts ?? 0,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    request_id: row.request_id === '' ? null : row.request_id,
    bytes: row.bytes,
    fault: row.fault_line === null ? null : { line: row.fault_line, column: row.fault_column ?? 1 },
    is_open: row.is_open,
    replays: row.replays,
    closed:
      row.closed_as === null
        ? null
        : {
            as: row.closed_as,
            by: row.closer,
            reason: row.close_reason ?? '',
            at: row.closed_at?.toISOString() ?? null,
          },
  };
}

const from = sql`from delivery_log l
  left join merchants m on m.id = l.merchant_id
  left join users u on u.id = l.closed_by
  left join orders o on o.merchant_id = l.merchant_id and o.order_id = l.order_id
  left join test_orders t on t.merchant_id = l.merchant_id and t.order_id = l.order_id
  left join webhook_deliveries w on l.outcome is null
    and w.merchant_id = l.merchant_id and w.source = l.source and w.webhook_id = l.webhook_id`;
const columns = sql`l.id, l.merchant_id, m.slug, m.display_name, l.source, l.topic, l.webhook_id, l.outcome, l.fields,
  l.order_id, case when l.is_test then t.reference else o.reference end as order_reference, l.is_test, case when l.is_test
    then t.order_id is not null
    else exists (select from decisions d where d.merchant_id = l.merchant_id and d.order_id = l.order_id) end as has_decision,
  l.received_at, l.last_received_at, l.count, l.processed_at, l.took_ms, w.attempts, w.next_attempt_at, l.request_id,
  l.bytes, l.fault_line, l.fault_column, l.is_open, l.replays, l.closed_as, l.close_reason, l.closed_at,
  u.display_name as closer`;

/** On the alias `l` of the log. */
export function outcomeIs(outcome: DeliveryFilter | undefined): RawBuilder<boolean> {
  if (outcome === undefined) return sql`true`;
  if (outcome === 'waiting') return sql`l.outcome is null`;
  if (outcome === 'problem') return sql`l.is_open`;
  if (outcome === 'closed') return sql`l.closed_as is not null`;
  return sql`l.outcome = ${outcome}`;
}

/** The start of an order_id, of an order's reference or of the shop's delivery id, or a request id. */
export function isNamedBy(search: string): RawBuilder<boolean> {
  return sql`(${search} = '' or starts_with(lower(l.webhook_id), lower(${search}))
    or starts_with(lower(l.order_id), lower(${search})) or l.request_id = ${search}
    or exists (select from orders n where n.merchant_id = l.merchant_id and n.order_id = l.order_id
      and starts_with(ltrim(lower(n.reference), '#'), ltrim(lower(${search}), '#')))
    or exists (select from test_orders n where n.merchant_id = l.merchant_id and n.order_id = l.order_id
      and starts_with(ltrim(lower(n.reference), '#'), ltrim(lower(${search}), '#'))))`;
}

export type DeliveryQuery = {
  /** Slug or id; undefined for all brands that the transaction may see. */
  brand?: string | undefined;
  search?: string | undefined;
  outcome?: DeliveryFilter | undefined;
  cursor?: string | undefined;
  limit: number;
};

export async function pageOfDeliveries(
  tx: Tx,
  { brand, search = '', outcome, cursor, limit }: DeliveryQuery,
): Promise<{ data: Delivery[]; meta: MetaOf<typeof listAllDeliveries> }> {
  const after = placeOfId(cursor);
  const { rows } = await sql<Row>`select ${columns} ${from}
    where ${outcomeIs(outcome)}
      and (${brand ?? null}::text is null or m.slug = ${brand ?? ''} or m.id::text = ${brand ?? ''})
      and ${isNamedBy(search)}
      and (${after?.at ?? null}::timestamptz is null
        or (l.received_at, l.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by l.received_at desc, l.id desc
    limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(present),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.received_at, last.id) : null },
  };
}

export async function findDeliveryEntry(tx: Tx, id: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Row>`select ${columns} ${from} where l.id = ${id}`.execute(tx);
  return rows[0] && present(rows[0]);
}
