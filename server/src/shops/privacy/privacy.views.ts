import type { PrivacyRequest } from '@vitrine/contract/privacy-requests.ts';
import { shopSource } from '@vitrine/contract/connections.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { nextCursor, placeOfId } from '../../platform/http/cursor.ts';

type Row = {
  id: string;
  source: string;
  kind: string;
  shop_domain: string;
  received_at: Date;
  due_at: Date;
  done_at: Date | null;
  orders: number;
  deliveries: number;
};

const columns = [
  'id',
  'source',
  'kind',
  'shop_domain',
  'received_at',
  'due_at',
  'done_at',
  'orders',
  'deliveries',
] as const;

function kindOf(kind: string): PrivacyRequest['kind'] {
  return kind === 'data_request' || kind === 'customer_redaction' ? kind : 'shop_redaction';
}

function present(row: Row): PrivacyRequest {
  return {
    id: row.id,
    source: shopSource.parse(row.source),
    kind: kindOf(row.kind),
    shop_domain: row.shop_domain,
    received_at: row.received_at.toISOString(),
    due_at: row.due_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    orders: row.orders,
    deliveries: row.deliveries,
  };
}

export async function pageOfRequests(
  tx: Tx,
  merchantId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ data: PrivacyRequest[]; meta: { next_cursor: string | null } }> {
  const after = placeOfId(cursor);
  const rows = await tx
    .selectFrom('privacy_requests')
    .select(columns)
    .where('merchant_id', '=', merchantId)
    .where(
      sql<boolean>`(${after?.at ?? null}::timestamptz is null
        or (received_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))`,
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(present),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.received_at, last.id) : null },
  };
}

export async function findRequest(tx: Tx, merchantId: string, id: string) {
  const row = await tx
    .selectFrom('privacy_requests')
    .select([...columns, 'webhook_id', 'order_ids', 'customer_hash', 'customer_canonical'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { row, presented: present(row) };
}
