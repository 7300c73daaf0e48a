import { type Insertable, sql } from 'kysely';
import type { CustomerHashes } from '../../orders/orders.customer.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

type Key = { merchantId: string; source: string; webhookId: string };

/** The request of this webhook, or the one with the shop's own id that another webhook has brought. */
export function findRecorded(tx: Tx, { merchantId, source, webhookId }: Key, externalId: string | null) {
  return tx
    .selectFrom('privacy_requests')
    .select('webhook_id')
    .where('merchant_id', '=', merchantId)
    .where('source', '=', source)
    .where((where) => where.or([where('webhook_id', '=', webhookId), where('external_id', '=', externalId)]))
    .executeTakeFirst();
}

/** Returns false if it was recorded before. */
export async function insertRequest(tx: Tx, request: Insertable<Tables['privacy_requests']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('privacy_requests')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if it was answered before, or is none that a brand answers. */
export async function markAnswered(tx: Tx, merchantId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('privacy_requests')
    .set({ done_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('kind', '=', 'data_request')
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The keyed hashes of a shopper who was erased, in what they asked earlier. */
export async function forgetHashes(tx: Tx, merchantId: string, customer: CustomerHashes | 'everyone'): Promise<void> {
  const isTheirs =
    customer === 'everyone'
      ? sql<boolean>`true`
      : sql<boolean>`(customer_hash = ${customer.exact}::bytea or customer_canonical = ${customer.canonical}::bytea)`;
  await tx
    .updateTable('privacy_requests')
    .set({ customer_hash: null, customer_canonical: null })
    .where('merchant_id', '=', merchantId)
    .where(isTheirs)
    .execute();
}

/** Which stored webhooks: about orders or a shopper, or all that came until some time. */
export type OfWebhooks = { orderIds: readonly string[]; customer: CustomerHashes } | { receivedBefore: Date | null };

function isTheirs({ merchantId, source }: Omit<Key, 'webhookId'>, of: OfWebhooks) {
  if ('receivedBefore' in of)
    return sql<boolean>`(${of.receivedBefore}::timestamptz is null or w.received_at < ${of.receivedBefore}::timestamptz)`;
  const { exact, canonical } = of.customer;
  return sql<boolean>`(w.body -> 'vitrine' ->> 'customer_hash' = ${exact?.toString('hex') ?? null}
    or w.body -> 'vitrine' ->> 'customer_canonical' = ${canonical?.toString('hex') ?? null}
    or w.webhook_id in (select l.webhook_id from delivery_log l
      where l.merchant_id = ${merchantId} and l.source = ${source} and l.order_id = any(${[...of.orderIds]}::text[])))`;
}

const atOnce = 1_000;

/**
 * Erases what stored webhooks say: all of it, or of one that is not applied yet what leads to its shopper. Returns how
 * many there were; some in each transaction, until there are none.
 */
export async function redactSomeWebhooks(tx: Tx, key: Key, of: OfWebhooks): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set body = case when d.processed_at is not null then '{}'
      else jsonb_set(d.body, '{vitrine}', (d.body -> 'vitrine') || '{"customer_hash": null, "customer_canonical": null, "country": ""}') end
    from (select w.webhook_id from webhook_deliveries w
      where w.merchant_id = ${key.merchantId} and w.source = ${key.source} and w.webhook_id <> ${key.webhookId}
        and case when w.processed_at is not null then w.body <> '{}'
          else coalesce(w.body -> 'vitrine' ->> 'customer_hash', w.body -> 'vitrine' ->> 'customer_canonical',
            nullif(w.body -> 'vitrine' ->> 'country', '')) is not null end
        and ${isTheirs(key, of)}
      order by w.webhook_id limit ${atOnce}) found
    where d.merchant_id = ${key.merchantId} and d.source = ${key.source} and d.webhook_id = found.webhook_id`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

/** The hashes in a request's own webhook, once they have done their work. */
export async function stripOwnWebhook(tx: Tx, { merchantId, source, webhookId }: Key): Promise<void> {
  await sql`update webhook_deliveries set body = body #- '{vitrine,customer_hash}' #- '{vitrine,customer_canonical}'
    where merchant_id = ${merchantId} and source = ${source} and webhook_id = ${webhookId}`.execute(tx);
}

/** The stored webhooks about these orders or this shopper, without the request’s own. */
export async function listWebhooks(tx: Tx, key: Key, of: OfWebhooks) {
  const { rows } = await sql<{ webhook_id: string; topic: string; received_at: Date; body: unknown }>`
    select w.webhook_id, w.topic, w.received_at, w.body from webhook_deliveries w
    where w.merchant_id = ${key.merchantId} and w.source = ${key.source} and w.webhook_id <> ${key.webhookId}
      and ${isTheirs(key, of)}
    order by w.received_at, w.webhook_id`.execute(tx);
  return rows;
}

/** A request of which a retired secret was the signature is done: the secret stays valid for its repetitions only. */
export async function shortenSecrets(
  tx: Tx,
  { merchantId, source }: Omit<Key, 'webhookId'>,
  until: Date,
): Promise<void> {
  await tx
    .updateTable('webhook_secrets')
    .set({ privacy_until: until })
    .where('merchant_id', '=', merchantId)
    .where('source', '=', source)
    .where('privacy_until', '>', until)
    .execute();
}
