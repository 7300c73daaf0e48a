// A ticket is a question or problem report of a logged-in user. Users see their own; operators see all and answer each
// once, by email. The technical details of a report are shown to its sender.
import type { BodyOf, DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type {
  listOperatorTickets,
  listTickets,
  OperatorTicket,
  openTicket,
  readOperator,
  Ticket,
} from '@vitrine/contract/support.ts';
import { readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { isId, newId } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { insertTicket, storeAnswer } from './support.queries.ts';
import { answerMail } from './support.mails.ts';
import { operatorTicketOf, operatorTickets, senderOf, ticketsOf } from './support.views.ts';

function personOf(actor: Actor): Person {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  return actor;
}

export async function takeTicket(ctx: Context, actor: Actor, input: BodyOf<typeof openTicket>): Promise<Ticket> {
  const { userId } = personOf(actor);
  const now = ctx.clock.now();
  const id = newId(now);
  return ctx.database.as({ role: 'app', creatorId: userId }, async (tx) => {
    await insertTicket(tx, {
      id,
      user_id: userId,
      kind: input.kind,
      subject: input.subject,
      body: input.body,
      context: JSON.stringify(input.context ?? {}),
      created_at: now,
      answer: null,
      answered_at: null,
    });
    await audit(ctx, tx, actor, { action: 'ticket.opened', subject: { kind: 'ticket', id } });
    return {
      id,
      kind: input.kind,
      subject: input.subject,
      body: input.body,
      context: input.context ?? null,
      state: 'open',
      answer: null,
      created_at: now.toISOString(),
      answered_at: null,
    };
  });
}

export async function listOwnTickets(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listTickets>,
): Promise<ReplyOf<typeof listTickets>> {
  const { userId } = personOf(actor);
  return ctx.database.as({ role: 'app', creatorId: userId }, (tx) => ticketsOf(tx, userId, query));
}

/** Uses the system role, like all actions of operators, because tickets belong to their senders. */
export async function listTicketsOfAll(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listOperatorTickets>,
): Promise<ReplyOf<typeof listOperatorTickets>> {
  personOf(actor);
  return ctx.database.as({ role: 'system' }, (tx) => operatorTickets(tx, query));
}

/** Answers a ticket and emails the answer. If it was answered meanwhile, this is a conflict, so nobody gets two answers. */
export async function answerTicketOf(
  ctx: Context,
  actor: Actor,
  ticketId: string,
  answer: string,
  requestId: string,
): Promise<OperatorTicket> {
  personOf(actor);
  if (!isId(ticketId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await operatorTicketOf(tx, ticketId);
    if (!found) throw new Refusal('not_found');
    const isStored = await storeAnswer(tx, ticketId, answer, ctx.clock.now());
    if (!isStored) throw new Refusal('conflict', { message: 'This ticket was already answered' });
    await audit(ctx, tx, actor, { action: 'ticket.answered', subject: { kind: 'ticket', id: ticketId }, requestId });
    const sender = readerOf(await senderOf(tx, ticketId));
    await queueMail(ctx, tx, answerMail(ctx.config.publicUrl, sender, found, answer));
    return (await operatorTicketOf(tx, ticketId)) ?? found;
  });
}

export function describeOperator(ctx: Context): DataOf<typeof readOperator> {
  const { name, email, address, law } = ctx.config.operator;
  return { name, email, address: address ?? null, law: law ?? null };
}
