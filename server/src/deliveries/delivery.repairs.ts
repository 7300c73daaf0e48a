// What someone does about an entry of the log. An entry is open, or being applied (without an outcome), or closed; every
// change locks its row first, so of several at once one succeeds.
import { type Selectable, sql } from 'kysely';
import type { DeliveryFilter } from '@vitrine/contract/deliveries.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { isNamedBy, outcomeIs } from './deliveries.views.ts';

export type LogEntry = Selectable<Tables['delivery_log']>;

export function findEntry(tx: Tx, merchantId: string, id: string): Promise<LogEntry | undefined> {
  return tx
    .selectFrom('delivery_log')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function lockEntry(tx: Tx, merchantId: string, id: string): Promise<LogEntry | undefined> {
  return tx
    .selectFrom('delivery_log')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type OpenFilter = { search?: string | undefined; outcome?: DeliveryFilter | undefined };

/** Reports of the API are no webhooks. */
const isStored = sql<boolean>`l.webhook_id is not null and l.outcome <> 'malformed_body' and l.source <> 'api'`;

/** Locks open entries, the oldest first, without those that others are changing. `stored`: only those with a body. */
export async function lockOpenEntries(
  tx: Tx,
  merchantId: string,
  { search = '', outcome }: OpenFilter,
  { most, stored }: { most: number; stored: boolean },
): Promise<LogEntry[]> {
  const { rows } = await sql<LogEntry>`
    select l.* from delivery_log l
    where l.merchant_id = ${merchantId} and l.is_open and ${outcomeIs(outcome)} and ${isNamedBy(search)}
      and (${!stored} or (${isStored}))
    order by l.received_at, l.id limit ${most} for update skip locked`.execute(tx);
  return rows;
}

/** How many open entries are left. */
export async function countOpenEntries(
  tx: Tx,
  merchantId: string,
  { search = '', outcome }: OpenFilter,
  { stored }: { stored: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from delivery_log l
    where l.merchant_id = ${merchantId} and l.is_open and ${outcomeIs(outcome)} and ${isNamedBy(search)}
      and (${!stored} or (${isStored}))`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Its webhook is applied again, so what came of it is unknown until then. */
export async function reopenEntry(tx: Tx, merchantId: string, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('delivery_log')
    .set((of) => ({
      outcome: null,
      fields: [],
      processed_at: null,
      is_open: false,
      replays: of('replays', '+', 1),
      replayed_at: at,
      closed_as: null,
      closed_by: null,
      close_reason: null,
      closed_at: null,
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

export type Closing = { by: string; reason: string; at: Date };

export async function dismissEntries(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  { by, reason, at }: Closing,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('delivery_log')
    .set({ is_open: false, closed_as: 'dismissed', closed_by: by, close_reason: reason, closed_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
}

/** Stores what someone entered in place of a delivery, before it is applied. */
export async function beginFix(
  tx: Tx,
  merchantId: string,
  id: string,
  { by, reason, at, fix }: Closing & { fix: unknown },
): Promise<void> {
  await tx
    .updateTable('delivery_log')
    .set({
      is_open: false,
      closed_as: 'fixed',
      closed_by: by,
      close_reason: reason,
      fix: JSON.stringify(fix),
      fix_began_at: at,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

function changeUnfinished(tx: Tx, merchantId: string, id: string) {
  return tx
    .updateTable('delivery_log')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('closed_as', '=', 'fixed')
    .where('closed_at', 'is', null);
}

/** Returns false if another node has finished it. */
export async function finishFix(tx: Tx, merchantId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await changeUnfinished(tx, merchantId, id)
    .set({ closed_at: at })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Opens the entry again, because what was entered was refused and changed nothing. */
export async function withdrawFix(tx: Tx, merchantId: string, id: string): Promise<void> {
  await changeUnfinished(tx, merchantId, id)
    .set({ is_open: true, closed_as: null, closed_by: null, close_reason: null, fix: null, fix_began_at: null })
    .execute();
}
