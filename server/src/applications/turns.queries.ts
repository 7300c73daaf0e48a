import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { isMailboxFull } from '../platform/mail/strangers.ts';
import type { ApplicationRecord } from './applications.queries.ts';

/** Applicants of a network, and of a brand, who were asked to confirm since a time. */
export async function countMailed(
  tx: Tx,
  { merchant_id, network }: Pick<ApplicationRecord, 'merchant_id' | 'network'>,
  since: Date,
): Promise<{ network: number; brand: number }> {
  const { rows } = await sql<{ network: number; brand: number }>`select
    (select count(*)::int from applications where network = ${network} and mailed_at > ${since}) as network,
    (select count(*)::int from applications where merchant_id = ${merchant_id} and network is not null and mailed_at > ${since}) as brand`.execute(
    tx,
  );
  return rows[0] ?? { network: 0, brand: 0 };
}

/** One application at a time gets a turn, so that none is counted twice. */
export async function lockTurns(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7403158)`.execute(tx);
}

/** Whether other applications wait for an email to the same mailbox. */
export async function othersWait(tx: Tx, { id, mailbox }: Pick<ApplicationRecord, 'id' | 'mailbox'>): Promise<boolean> {
  if (mailbox === null) return false;
  const other = await tx
    .selectFrom('applications')
    .select('id')
    .where('mailbox', '=', mailbox)
    .where('state', '=', 'unconfirmed')
    .where('mailed_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Applications whose applicants wait to be asked: those of networks that sent the fewest first. */
export async function waitingForTurn(
  ctx: Context,
  tx: Tx,
  most: number,
): Promise<{ merchant_id: string; id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    select a.merchant_id, a.id from applications a
      join (select network, count(*) as sent from applications where network is not null and state = 'unconfirmed'
        group by network) n on n.network = a.network
    where a.state = 'unconfirmed' and a.mailed_at is null and not (${isMailboxFull(ctx, 'a.mailbox')})
      and not exists (select from applications other where other.merchant_id = a.merchant_id and other.email = a.email
        and other.state in ('waiting', 'approved'))
    order by n.sent, a.created_at, a.id limit ${most}`.execute(tx);
  return rows;
}

export function lockUnmailed(tx: Tx, { merchant_id, id }: { merchant_id: string; id: string }) {
  return tx
    .selectFrom('applications')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('state', '=', 'unconfirmed')
    .where('mailed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** How many of a brand wait for a turn, and the network that has the most of them. */
export async function fullestNetwork(tx: Tx, merchantId: string): Promise<{ all: number; network: string }> {
  const { rows } = await sql<{ all: number; network: string }>`
    select (sum(count(*)) over ())::int as all, network from applications
    where merchant_id = ${merchantId} and state = 'unconfirmed' and mailed_at is null and network is not null
    group by network order by count(*) desc, network limit 1`.execute(tx);
  return rows[0] ?? { all: 0, network: '' };
}

/** Deletes the newest one of a network that waits for a turn. */
export async function dropNewest(tx: Tx, merchantId: string, network: string): Promise<void> {
  await sql`delete from applications where (merchant_id, id) in (
    select merchant_id, id from applications where merchant_id = ${merchantId} and network = ${network}
      and state = 'unconfirmed' and mailed_at is null order by created_at desc, id desc limit 1)`.execute(tx);
}
