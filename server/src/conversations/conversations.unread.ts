// A mail for what nobody has read after three minutes: one for a burst, the next only once the reader has caught up.
// Read with the system role: it looks through all threads, and needs addresses that no scope may see.
import { sql } from 'kysely';
import type { Side } from '@vitrine/contract/conversations.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail.ts';

const patienceMs = 3 * 60_000;
/** A thread in which nothing has been said for so long is not looked at any more. */
const lookBackMs = 3 * 86_400_000;
const atOnce = 100;
const mostQuoted = 3;
const longestQuote = 280;

type Waiting = {
  merchant_id: string;
  id: string;
  creator_id: string;
  last_seq: bigint;
  merchant_name: string;
  slug: string;
  creator_name: string;
};
type Reader = { email: string; display_name: string; locale: string; project_key: string };

/** Threads in which the other side's oldest unread message has waited long enough and no mail was sent since. */
async function waitingFor(tx: Tx, side: Side, now: Date): Promise<Waiting[]> {
  const read = sql.ref(`t.${side}_read_seq`);
  const told = sql.ref(`t.${side}_told_seq`);
  const { rows } = await sql<Waiting>`
    select t.merchant_id, t.id, t.creator_id, t.last_seq, m.display_name as merchant_name, m.slug, c.display_name as creator_name
    from threads t join merchants m on m.id = t.merchant_id join users c on c.id = t.creator_id
    where t.last_message_at > ${new Date(now.getTime() - lookBackMs)} and ${told} <= ${read} and exists (
      select from messages u where u.merchant_id = t.merchant_id and u.thread_id = t.id and u.side <> ${side}
        and u.seq > ${read} and u.created_at <= ${new Date(now.getTime() - patienceMs)})
    order by t.last_message_at limit ${atOnce} for no key update of t skip locked`.execute(tx);
  return rows;
}

/** Who reads for this side, and has not switched these mails off. */
function readersOf(tx: Tx, side: Side, thread: Waiting): Promise<Reader[]> {
  return tx
    .selectFrom('users')
    .select(['email', 'display_name', 'locale', 'project_key'])
    .where(sql<boolean>`notifications -> 'message' is distinct from 'false'::jsonb`)
    .$if(side === 'creator', (one) => one.where('id', '=', thread.creator_id).where('user_status', '=', 100))
    .$if(side === 'brand', (staff) =>
      staff.where('id', 'in', (from) =>
        from.selectFrom('merchant_staff').select('user_id').where('merchant_id', '=', thread.merchant_id),
      ),
    )
    .orderBy('id')
    .execute();
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

function quote(message: { body: string; attachments: unknown }): string {
  const body =
    message.body || (Array.isArray(message.attachments) && message.attachments.length > 0 ? 'A picture' : '');
  const text = body.length > longestQuote ? `${body.slice(0, longestQuote).trimEnd()}…` : body;
  return `“${text}”`;
}

async function tellByMail(ctx: Context, tx: Tx, side: Side, thread: Waiting): Promise<number> {
  const readers = await readersOf(tx, side, thread);
  const unread = await unreadIn(tx, side, thread);
  const from = side === 'creator' ? thread.merchant_name : thread.creator_name;
  const more = unread.length - mostQuoted;
  for (const reader of readers) {
    await queueMail(ctx, tx, {
      to: reader.email,
      kind: 'message',
      subject: unread.length === 1 ? `${from} wrote to you` : `${from} wrote to you: ${unread.length} messages`,
      heading: `${from} wrote to you`,
      paragraphs: [
        ...unread.slice(0, mostQuoted).map(quote),
        ...(more > 0 ? [more === 1 ? 'And one more message.' : `And ${more} more messages.`] : []),
      ],
      action: {
        label: 'Read and answer',
        url:
          side === 'creator'
            ? `${ctx.config.publicUrl}/messages/${thread.slug}`
            : `${ctx.config.publicUrl}/brand/${thread.slug}/messages/${thread.id}`,
      },
      reason:
        'You get this because a message waited for you. Mails about messages can be switched off in your settings.',
      locale: reader.locale,
      project: reader.project_key,
    });
  }
  await tx
    .updateTable('threads')
    .set(side === 'creator' ? { creator_told_seq: thread.last_seq } : { brand_told_seq: thread.last_seq })
    .where('merchant_id', '=', thread.merchant_id)
    .where('id', '=', thread.id)
    .execute();
  return readers.length;
}

/** Answers how many mails were queued. */
export async function notifyUnread(ctx: Context): Promise<number> {
  let queued = 0;
  for (const side of ['creator', 'brand'] as const) {
    queued += await ctx.database.as({ role: 'system' }, async (tx) => {
      let mails = 0;
      for (const thread of await waitingFor(tx, side, ctx.clock.now()))
        mails += await tellByMail(ctx, tx, side, thread);
      return mails;
    });
  }
  return queued;
}
