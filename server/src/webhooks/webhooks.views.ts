import {
  type EndpointOffReason,
  endpointOffReason,
  type listOutgoingDeliveries,
  type OutgoingDelivery,
  type OutgoingDeliveryDetails,
  outgoingFault,
  outgoingState,
  type WebhookEndpoint,
} from '@vitrine/contract/webhooks.ts';
import { subscribedEvent, webhookEventType } from '@vitrine/contract/webhooks.events.ts';
import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { messageOf } from './webhooks.message.ts';
import type { EndpointKey, EndpointRecord } from './webhooks.queries.ts';

const offReasonOf = (reason: string | null): EndpointOffReason | null =>
  reason === null ? null : endpointOffReason.parse(reason);

export function presentEndpoint(row: EndpointRecord, now: Date): WebhookEndpoint {
  const { previous_until: until } = row;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events.flatMap((name) => subscribedEvent.safeParse(name).data ?? []),
    state: row.state === 'on' ? 'on' : 'off',
    off_reason: offReasonOf(row.off_reason),
    off_at: row.off_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    previous_secret_until: until && until > now ? until.toISOString() : null,
    created_at: row.created_at.toISOString(),
  };
}

type AttemptRow = { at: Date; status: number | null; fault: string | null; took_ms: number };
type Row = Partial<{ [Field in keyof AttemptRow]: AttemptRow[Field] | null }> & {
  id: string;
  event_id: string;
  type: string;
  state: string;
  created_at: Date;
  attempts: number;
  next_attempt_at: Date | null;
};

function presentAttempt({ at, status, fault, took_ms }: AttemptRow) {
  return { at: at.toISOString(), status, fault: fault === null ? null : outgoingFault.parse(fault), took_ms };
}

function presentDelivery({ at, status = null, fault = null, took_ms: took, ...row }: Row): OutgoingDelivery {
  const state = outgoingState.parse(row.state);
  return {
    id: row.id,
    event_id: row.event_id,
    type: webhookEventType.parse(row.type),
    state,
    created_at: row.created_at.toISOString(),
    attempts: row.attempts,
    next_attempt_at: state === 'waiting' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    last_attempt: at ? presentAttempt({ at, status, fault, took_ms: took ?? 0 }) : null,
  };
}

/** With the attempt that ended last. */
const from = sql`from outgoing_deliveries d
  join outgoing_events e on e.merchant_id = d.merchant_id and e.id = d.event_id
  left join lateral (select a.at, a.status, a.fault, a.took_ms from outgoing_attempts a
    where a.merchant_id = d.merchant_id and a.delivery_id = d.id order by a.number desc limit 1) last on true`;
const columns = sql`d.id, d.event_id, e.type, d.state, d.created_at, d.attempts, d.next_attempt_at, last.at, last.status, last.fault, last.took_ms`;

export async function pageOfOutgoing(
  tx: Tx,
  { merchantId, endpointId }: EndpointKey,
  { state, cursor, limit }: QueryOf<typeof listOutgoingDeliveries>,
): Promise<{ data: OutgoingDelivery[]; meta: MetaOf<typeof listOutgoingDeliveries> }> {
  const after = placeOfId(cursor);
  const earlier = after ? sql`and (d.created_at, d.id) < (${after.exactly}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<Row & { exactly: string }>`
    select ${columns}, to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exactly ${from}
    where d.merchant_id = ${merchantId} and d.endpoint_id = ${endpointId}
      and (${state ?? null}::text is null or d.state = ${state ?? ''}) ${earlier}
    order by d.created_at desc, d.id desc
    limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(presentDelivery),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.exactly, last.id) : null },
  };
}

export async function findOutgoing(
  tx: Tx,
  { merchantId, endpointId, deliveryId }: EndpointKey & { deliveryId: string },
): Promise<OutgoingDelivery | undefined> {
  const { rows } = await sql<Row>`select ${columns} ${from}
    where d.merchant_id = ${merchantId} and d.endpoint_id = ${endpointId} and d.id = ${deliveryId}`.execute(tx);
  return rows[0] && presentDelivery(rows[0]);
}

export async function findOutgoingDetails(
  tx: Tx,
  key: EndpointKey & { deliveryId: string },
): Promise<OutgoingDeliveryDetails | undefined> {
  const found = await findOutgoing(tx, key);
  if (!found) return undefined;
  const event = await tx
    .selectFrom('outgoing_events')
    .select(['type', 'created_at', 'data'])
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', found.event_id)
    .executeTakeFirstOrThrow();
  const attempts = await tx
    .selectFrom('outgoing_attempts')
    .select(['number', 'at', 'status', 'fault', 'took_ms', 'answer'])
    .where('merchant_id', '=', key.merchantId)
    .where('delivery_id', '=', key.deliveryId)
    .orderBy('number', 'desc')
    .execute();
  return {
    ...found,
    message: messageOf(event),
    attempt_log: attempts.map((row) => ({ number: row.number, ...presentAttempt(row), answer: row.answer })),
  };
}
