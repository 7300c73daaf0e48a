import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import {
  type listOperatorTickets,
  type listTickets,
  type OperatorTicket,
  type Ticket,
  ticketContext,
} from '@vitrine/contract/support.ts';
import { readerColumns } from '../accounts/mailbox.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';

type Row = {
  id: string;
  kind: string;
  subject: string;
  body: string;
  context: unknown;
  state: string;
  answer: string | null;
  created_at: Date;
  answered_at: Date | null;
};

function presentTicket(row: Row): Ticket {
  const context = ticketContext.safeParse(row.context);
  return {
    id: row.id,
    kind: row.kind === 'problem' ? 'problem' : 'help',
    subject: row.subject,
    body: row.body,
    context: context.success ? context.data : null,
    state: row.state === 'open' ? 'open' : 'answered',
    answer: row.answer,
    created_at: row.created_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}

export async function ticketsOf(
  tx: Tx,
  userId: string,
  query: QueryOf<typeof listTickets>,
): Promise<ReplyOf<typeof listTickets>> {
  const after = placeOfId(query.cursor);
  const rows = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(after !== undefined, (select) =>
      select.where((where) =>
        where(where.refTuple('created_at', 'id'), '<', where.tuple(after?.at ?? new Date(0), after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const more = rows.length > query.limit && last !== undefined;
  return { data: page.map(presentTicket), meta: { next_cursor: more ? nextCursor(last.created_at, last.id) : null } };
}

function withSender(tx: Tx) {
  return tx
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .selectAll('tickets')
    .select(['users.uid', 'users.display_name', 'users.email', 'users.role']);
}

type WithSender = Row & { uid: string; display_name: string; email: string; role: string };

function presentWithSender(row: WithSender): OperatorTicket {
  const role = row.role === 'creator' || row.role === 'brand' ? row.role : 'operator';
  return {
    ...presentTicket(row),
    sender: { uid: row.uid, display_name: row.display_name, email: row.email, role },
  };
}

/** Open tickets: oldest first. Answered ones: newest first. */
export async function operatorTickets(
  tx: Tx,
  query: QueryOf<typeof listOperatorTickets>,
): Promise<ReplyOf<typeof listOperatorTickets>> {
  const after = placeOfId(query.cursor);
  const isOpen = query.state === 'open';
  const direction = isOpen ? 'asc' : 'desc';
  const rows = await withSender(tx)
    .where('tickets.state', isOpen ? '=' : '<>', 'open')
    .$if(after !== undefined, (select) =>
      select.where((where) =>
        where(
          where.refTuple('tickets.created_at', 'tickets.id'),
          isOpen ? '>' : '<',
          where.tuple(after?.at ?? new Date(0), after?.id ?? ''),
        ),
      ),
    )
    .orderBy('tickets.created_at', direction)
    .orderBy('tickets.id', direction)
    .limit(query.limit + 1)
    .execute();
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const more = rows.length > query.limit && last !== undefined;
  return {
    data: page.map(presentWithSender),
    meta: { next_cursor: more ? nextCursor(last.created_at, last.id) : null },
  };
}

export async function operatorTicketOf(tx: Tx, ticketId: string): Promise<OperatorTicket | undefined> {
  const row = await withSender(tx).where('tickets.id', '=', ticketId).executeTakeFirst();
  return row && presentWithSender(row);
}

export function senderOf(tx: Tx, ticketId: string) {
  return tx
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select(readerColumns)
    .where('tickets.id', '=', ticketId)
    .executeTakeFirstOrThrow();
}
