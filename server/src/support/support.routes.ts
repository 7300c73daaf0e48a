import { answerTicket, listOperatorTickets, listTickets, openTicket, readOperator } from '@vitrine/contract/support.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { answerTicketOf, describeOperator, listOwnTickets, listTicketsOfAll, takeTicket } from './support.service.ts';

export function registerSupport(routes: Routes): void {
  serve(routes, openTicket, (call, ctx) => takeTicket(ctx, call.actor, call.body));
  serve(routes, listTickets, (call, ctx) => listOwnTickets(ctx, call.actor, call.query));
  serve(routes, listOperatorTickets, (call, ctx) => listTicketsOfAll(ctx, call.actor, call.query));
  serve(routes, answerTicket, (call, ctx) =>
    answerTicketOf(ctx, call.actor, call.params.ticket_id, call.body.answer, call.requestId),
  );
  serve(routes, readOperator, async (_call, ctx) => describeOperator(ctx));
}
