import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, name, text } from './values/fields.ts';

export const ticketKind = z.enum(['help', 'problem']);
export const ticketState = z.enum(['open', 'answered']);

/** Technical details of a problem report; the sender has seen them. */
export const ticketContext = z.strictObject({
  route: text({ max: 500 }),
  version: text({ max: 60 }),
  browser: text({ max: 500 }),
});
export type TicketContext = z.output<typeof ticketContext>;

export const ticket = z.strictObject({
  id: z.string(),
  kind: ticketKind,
  subject: z.string(),
  body: z.string(),
  context: z.nullable(z.strictObject({ route: z.string(), version: z.string(), browser: z.string() })),
  state: ticketState,
  answer: z.nullable(z.string()),
  created_at: instant,
  answered_at: z.nullable(instant),
});
export type Ticket = z.output<typeof ticket>;

export const ticketBody = z.strictObject({
  kind: ticketKind,
  subject: name({ min: 3, max: 120 }),
  body: text({ min: 10, max: 4000 }),
  context: z.optional(ticketContext),
});

export const openTicket = endpoint({
  method: 'POST',
  path: '/tickets',
  summary: 'Ask for help or report a problem',
  access: ['creator', 'brand'],
  scope: 'self',
  status: 201,
  body: ticketBody,
  reply: ticket,
  perMinute: 10,
  allowedWhileSuspended: true,
});

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  summary: 'The user’s requests and problem reports with the replies, newest first',
  access: ['creator', 'brand'],
  scope: 'self',
  query: z.strictObject(cursorQuery),
  reply: z.array(ticket),
  meta: cursorMeta,
});

/** A ticket as operators see it, with its sender. */
export const operatorTicket = z.extend(ticket, {
  sender: z.strictObject({
    uid: z.string(),
    display_name: z.string(),
    email: z.string(),
    role: z.enum(['creator', 'brand', 'operator']),
  }),
});
export type OperatorTicket = z.output<typeof operatorTicket>;

export const listOperatorTickets = endpoint({
  method: 'GET',
  path: '/operator/tickets',
  summary: 'All tickets; open ones oldest first, answered ones newest first',
  access: ['operator'],
  scope: 'nothing',
  query: z.strictObject({ state: z._default(ticketState, 'open'), ...cursorQuery }),
  reply: z.array(operatorTicket),
  meta: cursorMeta,
});

export const answerBody = z.strictObject({ answer: text({ min: 2, max: 4000 }) });

export const answerTicket = endpoint({
  method: 'POST',
  path: '/operator/tickets/{ticket_id}/answer',
  summary: 'Answer a ticket, once; its sender gets the answer by email',
  access: ['operator'],
  scope: 'nothing',
  params: z.strictObject({ ticket_id: id }),
  body: answerBody,
  reply: operatorTicket,
  refusals: ['not_found', 'conflict'],
});

export const readOperator = endpoint({
  method: 'GET',
  path: '/portal/operator',
  summary: 'Who runs this installation, for its legal texts',
  access: ['anonymous'],
  scope: 'public',
  reply: z.strictObject({
    name: z.string(),
    email: z.string(),
    address: z.nullable(z.string()),
    law: z.nullable(z.string()),
  }),
});
