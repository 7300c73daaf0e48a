import { changeGroup, createGroup, dismissWelcome, listGroups, listWelcomes } from '@vitrine/contract/groups.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { changeGroupOf, createGroupFor, dismissWelcomeAs, listGroupsOf, listWelcomesOf } from './groups.service.ts';

export function registerGroups(routes: Routes): void {
  serve(routes, listGroups, (call, ctx) => listGroupsOf(ctx, call.actor, call.params.merchant));
  serve(routes, createGroup, (call, ctx) => createGroupFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, changeGroup, (call, ctx) => changeGroupOf(ctx, call.actor, call.params, call.body));
  serve(routes, listWelcomes, (call, ctx) => listWelcomesOf(ctx, call.actor));
  serve(routes, dismissWelcome, (call, ctx) => dismissWelcomeAs(ctx, call.actor, call.params.merchant_account_id));
}
