import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export type EndpointRecord = Selectable<Tables['webhook_endpoints']>;
/** The key of an endpoint. */
export type EndpointKey = { merchantId: string; endpointId: string };

export function listEndpointRecords(tx: Tx, merchantId: string): Promise<EndpointRecord[]> {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function selectEndpoint(tx: Tx, { merchantId, endpointId }: EndpointKey) {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', endpointId);
}

export function findEndpoint(tx: Tx, key: EndpointKey): Promise<EndpointRecord | undefined> {
  return selectEndpoint(tx, key).executeTakeFirst();
}

export function lockEndpoint(tx: Tx, key: EndpointKey): Promise<EndpointRecord | undefined> {
  return selectEndpoint(tx, key).forNoKeyUpdate().executeTakeFirst();
}

/** Counts a brand's endpoints, one request after another, so that two at once can't exceed the limit. */
export async function countEndpoints(tx: Tx, merchantId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints ${merchantId}`}, 0))`.execute(tx);
  return (await listEndpointRecords(tx, merchantId)).length;
}

export function insertEndpoint(tx: Tx, endpoint: Insertable<Tables['webhook_endpoints']>): Promise<EndpointRecord> {
  return tx.insertInto('webhook_endpoints').values(endpoint).returningAll().executeTakeFirstOrThrow();
}

export function saveEndpoint(
  tx: Tx,
  { merchantId, endpointId }: EndpointKey,
  change: Updateable<Tables['webhook_endpoints']>,
): Promise<EndpointRecord> {
  return tx
    .updateTable('webhook_endpoints')
    .set(change)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', endpointId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteEndpoint(tx: Tx, { merchantId, endpointId }: EndpointKey): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('merchant_id', '=', merchantId).where('id', '=', endpointId).execute();
}

export async function insertTestEvent(
  tx: Tx,
  { merchantId, endpointId }: EndpointKey,
  { eventId, deliveryId, at }: { eventId: string; deliveryId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('outgoing_events')
    .values({
      merchant_id: merchantId,
      id: eventId,
      type: 'webhook.test',
      // Each test is an event of its own.
      subject: eventId,
      data: JSON.stringify({ endpoint_id: endpointId }),
      created_at: at,
      transaction: 0n,
    })
    .execute();
  await tx
    .insertInto('outgoing_deliveries')
    .values({
      merchant_id: merchantId,
      id: deliveryId,
      endpoint_id: endpointId,
      event_id: eventId,
      state: 'waiting',
      created_at: at,
    })
    .execute();
}

const again = { state: 'waiting', tries: 0, next_attempt_at: null, claimed_until: null, ended_at: null } as const;

/** Makes a delivery due now, also one that was delivered. One that is being sent is left alone. */
export async function replayDelivery(tx: Tx, of: EndpointKey & { deliveryId: string }, now: Date): Promise<void> {
  await tx
    .updateTable('outgoing_deliveries')
    .set(again)
    .where('merchant_id', '=', of.merchantId)
    .where('endpoint_id', '=', of.endpointId)
    .where('id', '=', of.deliveryId)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]))
    .execute();
}

/** Makes the oldest failed and missed deliveries since a time due now. Returns how many, and how many are left. */
export async function replayFailed(
  tx: Tx,
  { merchantId, endpointId }: EndpointKey,
  { since, most }: { since: Date; most: number },
): Promise<{ replayed: number; remaining: number }> {
  const lost = () =>
    tx
      .selectFrom('outgoing_deliveries')
      .where('merchant_id', '=', merchantId)
      .where('endpoint_id', '=', endpointId)
      .where('state', 'in', ['failed', 'missed'])
      .where('created_at', '>=', since);
  const { numUpdatedRows } = await tx
    .updateTable('outgoing_deliveries')
    .set(again)
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', lost().select('id').orderBy('created_at').orderBy('id').limit(most))
    .executeTakeFirst();
  const { left } = await lost()
    .select((of) => of.fn.countAll<bigint>().as('left'))
    .executeTakeFirstOrThrow();
  return { replayed: Number(numUpdatedRows), remaining: Number(left) };
}
