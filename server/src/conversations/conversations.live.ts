import { sql } from 'kysely';
import type { Side } from '@vitrine/contract/conversations.ts';
import { rolesWith } from '@vitrine/contract/values/brand-roles.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Completion, StoredEvent } from '../platform/events/stream.reads.ts';
import { type MessageRow, presentMessage, unreadOfThread } from './conversations.views.ts';

type ThreadRow = {
  account: string;
  creator_id: string;
  merchant_id: string;
  /** Whether the creator may read the thread, and which staff may. */
  is_open: boolean;
  staff: string[];
  creator_unread: bigint;
  brand_unread: bigint;
};
type Row = ThreadRow & ({ [Column in keyof MessageRow]: null } | MessageRow);

const accountOf = ({ payload }: StoredEvent) =>
  typeof payload['merchant_account_id'] === 'string' ? payload['merchant_account_id'] : undefined;
const seqOf = ({ payload }: StoredEvent) => (typeof payload['seq'] === 'number' ? payload['seq'] : 0);
const keyOf = (event: StoredEvent) => `${accountOf(event)} ${seqOf(event)}`;

/** The threads of events, each with one message or, for an event without one, with none. */
async function rowsOf(tx: Tx, events: readonly StoredEvent[]): Promise<Map<string, Row>> {
  const wanted = new Map(events.flatMap((event) => (accountOf(event) ? [[keyOf(event), event] as const] : [])));
  const { rows } = await sql<Row & { wanted: string }>`
    select wanted.key as wanted, t.id as account, t.creator_id, t.merchant_id,
      c.user_status = 100 as is_open,
      array(select s.user_id from merchant_staff s join users on users.id = s.user_id
        where s.merchant_id = t.merchant_id and s.role = any(${rolesWith('messages')}::text[]) and users.user_status = 100) as staff,
      creator_side.unread as creator_unread, brand_side.unread as brand_unread,
      m.seq, m.side, m.sender_id, m.client_id, m.body, m.attachments, m.created_at, sender.display_name as sender_name
    from unnest(${[...wanted.keys()]}::text[], ${[...wanted.values()].map((event) => accountOf(event) ?? '')}::uuid[],
        ${[...wanted.values()].map(seqOf)}::bigint[]) as wanted(key, account, seq)
      join threads t on t.merchant_account_id = wanted.account
      join merchant_accounts a on a.merchant_id = t.merchant_id and a.id = t.merchant_account_id
      join users c on c.id = t.creator_id
      left join messages m on m.merchant_id = t.merchant_id and m.thread_id = t.id and m.seq = wanted.seq
      left join users sender on sender.id = m.sender_id
      ${unreadOfThread('creator', 'creator_side')} ${unreadOfThread('brand', 'brand_side')}`.execute(tx);
  return new Map(rows.map((row) => [row.wanted, row]));
}

/** The side on which a user may read the thread through this audience now; staff can have left since their stream opened. */
function sideOfReader(row: Row, { audience }: StoredEvent, userId: string): Side | undefined {
  if (audience === `user ${row.creator_id}`) return row.is_open && userId === row.creator_id ? 'creator' : undefined;
  return audience === `merchant ${row.merchant_id}` && row.staff.includes(userId) ? 'brand' : undefined;
}

/** A new message and the number of unread ones, as each reader of the thread may see them. */
export const completeConversations: Completion = {
  kinds: ['message', 'unread-count-update'],
  read: async (ctx, tx, events) => {
    const rows = await rowsOf(tx, events);
    return (event, { userId }) => {
      const row = rows.get(keyOf(event));
      const side = row && sideOfReader(row, event, userId);
      if (!row || !side) return undefined;
      const unread_message_count = Number(side === 'creator' ? row.creator_unread : row.brand_unread);
      if (event.kind !== 'message') return { unread_message_count };
      return row.seq === null
        ? undefined
        : { message: presentMessage(ctx, row, { userId, side }), unread_message_count };
    };
  },
};
