// Emails about messages that are unread after three minutes: one per burst, and the next only after the reader has caught
// up. Uses the system role, because it reads all threads and email addresses.
import { sql } from 'kysely';
import type { Side } from '@vitrine/contract/conversations.ts';
import { rolesWith } from '@vitrine/contract/values/brand-roles.ts';
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail, type Reader } from '../platform/mail/mail.ts';
import { unreadMail } from './conversations.mails.ts';

const patienceMs = 3 * 60_000;
/** Threads without messages for this long are skipped. */
const lookBackMs = 3 * 86_400_000;
const atOnce = 100;

type Waiting = {
  merchant_id: string;
  id: string;
  creator_id: string;
  last_seq: bigint;
  merchant_name: string;
  slug: string;
  creator_name: string;
  handle: string;
};

/** Threads whose oldest unread message has waited long enough and has not been emailed yet. */
async function waitingFor(tx: Tx, side: Side, now: Date): Promise<Waiting[]> {
  const read = sql.ref(`t.${side}_read_seq`);
  const emailed = sql.ref(`t.${side}_told_seq`);
  const { rows } = await sql<Waiting>`
    select t.merchant_id, t.id, t.creator_id, t.last_seq, m.display_name as merchant_name, m.slug, c.display_name as creator_name,
      coalesce(c.user_handle, '') as handle
    from threads t join merchants m on m.id = t.merchant_id join users c on c.id = t.creator_id
    where t.last_message_at > ${new Date(now.getTime() - lookBackMs)} and ${emailed} <= ${read} and exists (
      select from messages u where u.merchant_id = t.merchant_id and u.thread_id = t.id and u.side <> ${side}
        and u.seq > ${read} and u.created_at <= ${new Date(now.getTime() - patienceMs)})
    order by t.last_message_at limit ${atOnce} for no key update of t skip locked`.execute(tx);
  return rows;
}

/** The readers of this side. */
async function readersOf(tx: Tx, side: Side, thread: Waiting): Promise<Reader[]> {
  const readers = await tx
    .selectFrom('users')
    .select(readerColumns)
    .where('user_status', '=', 100)
    .$if(side === 'creator', (one) => one.where('id', '=', thread.creator_id))
    .$if(side === 'brand', (staff) =>
      staff.where('id', 'in', (from) =>
        from
          .selectFrom('merchant_staff')
          .select('user_id')
          .where('merchant_id', '=', thread.merchant_id)
          .where('role', 'in', rolesWith('messages')),
      ),
    )
    .orderBy('id')
    .execute();
  return readers.map(readerOf);
}

function unreadIn(tx: Tx, side: Side, thread: Waiting) {
  return tx
    .selectFrom('messages')
    .innerJoin('threads', (join) =>
      join.onRef('threads.merchant_id', '=', 'messages.merchant_id').onRef('threads.id', '=', 'messages.thread_id'),
    )
    .select(['messages.body', 'messages.attachments'])
    .where('messages.merchant_id', '=', thread.merchant_id)
    .where('messages.thread_id', '=', thread.id)
    .where('messages.side', '<>', side)
    .whereRef('messages.seq', '>', side === 'creator' ? 'threads.creator_read_seq' : 'threads.brand_read_seq')
    .orderBy('messages.seq')
    .execute();
}

async function emailReaders(ctx: Context, tx: Tx, side: Side, thread: Waiting): Promise<number> {
  const readers = await readersOf(tx, side, thread);
  const unread = await unreadIn(tx, side, thread);
  // Creators choose their names freely; the handle says that it isn’t the brand or the portal that writes.
  const from = side === 'creator' ? thread.merchant_name : `${thread.creator_name} (@${thread.handle})`;
  const url =
    side === 'creator'
      ? `${ctx.config.publicUrl}/messages/${thread.slug}`
      : `${ctx.config.publicUrl}/brand/${thread.slug}/messages/${thread.id}`;
  let queued = 0;
  for (const reader of readers) if (await queueMail(ctx, tx, unreadMail(reader, from, unread, url))) queued += 1;
  await tx
    .updateTable('threads')
    .set(side === 'creator' ? { creator_told_seq: thread.last_seq } : { brand_told_seq: thread.last_seq })
    .where('merchant_id', '=', thread.merchant_id)
    .where('id', '=', thread.id)
    .execute();
  return queued;
}

/** Returns the number of queued emails. */
export async function notifyUnread(ctx: Context): Promise<number> {
  let queued = 0;
  for (const side of ['creator', 'brand'] as const) {
    queued += await ctx.database.as({ role: 'system' }, async (tx) => {
      let mails = 0;
      for (const thread of await waitingFor(tx, side, ctx.clock.now()))
        mails += await emailReaders(ctx, tx, side, thread);
      return mails;
    });
  }
  return queued;
}
