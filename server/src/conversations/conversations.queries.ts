import { type Insertable, sql } from 'kysely';
import type { Side } from '@vitrine/contract/conversations.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

type ThreadKey = { merchantId: string; threadId: string };

/** Locks the thread until the transaction ends, so that message numbers become visible in order and without gaps. */
export function lockThread(tx: Tx, { merchantId, threadId }: ThreadKey) {
  return tx
    .selectFrom('threads')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', threadId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export function findSent(tx: Tx, senderId: string, clientId: string) {
  return tx
    .selectFrom('messages')
    .selectAll()
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** The number of messages a user wrote since two points in time, the later one first. */
export function countSent(tx: Tx, senderId: string, since: { minute: Date; day: Date }) {
  return tx
    .selectFrom('messages')
    .select((of) => [
      of.fn.countAll<bigint>().filterWhere('created_at', '>', since.minute).as('minute'),
      of.fn.countAll<bigint>().as('day'),
    ])
    .where('sender_id', '=', senderId)
    .where('created_at', '>', since.day)
    .executeTakeFirstOrThrow();
}

/**
 * Inserts a message and moves the thread to its number, in one statement. Returns false, and changes nothing, if the user
 * already used the client id. The thread must be locked, and the number must be the next one.
 */
export async function insertMessage(
  tx: Tx,
  { attachments, ...message }: Omit<Insertable<Tables['messages']>, 'attachments'> & { attachments: unknown },
): Promise<boolean> {
  const { merchant_id: merchantId, thread_id: threadId, seq, created_at: at } = message;
  const added = await tx
    .with('added', (db) =>
      db
        .insertInto('messages')
        .values({ ...message, attachments: sql<never>`${JSON.stringify(attachments)}::jsonb` })
        .onConflict((conflict) => conflict.columns(['sender_id', 'client_id']).doNothing())
        .returning('seq'),
    )
    .with('numbered', (db) =>
      db
        .updateTable('threads')
        .set({ last_seq: seq, last_message_at: at })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', threadId)
        .where((where) => where.exists(where.selectFrom('added').select('seq'))),
    )
    .selectFrom('added')
    .select('seq')
    .executeTakeFirst();
  return added !== undefined;
}

/** Moves a side's read mark forward, never back and never beyond the last message. Returns whether it moved. */
export async function moveReadMark(
  tx: Tx,
  { merchantId, threadId }: ThreadKey,
  side: Side,
  seq: number,
): Promise<boolean> {
  const mark = side === 'creator' ? 'creator_read_seq' : 'brand_read_seq';
  const moved = await tx
    .updateTable('threads')
    .set({ [mark]: sql`least(${seq}::bigint, last_seq)` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', threadId)
    .where(mark, '<', sql<bigint>`least(${seq}::bigint, last_seq)`)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}
