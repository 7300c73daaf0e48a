import { changeStaff, inviteStaff, listStaff, removeStaff } from '@vitrine/contract/team.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { changeStaffOf, inviteStaffFor, listStaffOf, removeStaffOf } from './team.service.ts';

export function registerTeam(routes: Routes): void {
  serve(routes, listStaff, (call, ctx) => listStaffOf(ctx, call.actor, call.params.merchant));
  serve(routes, inviteStaff, (call, ctx) => inviteStaffFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, changeStaff, (call, ctx) => changeStaffOf(ctx, call.actor, call.params, call.body));
  serve(routes, removeStaff, (call, ctx) => removeStaffOf(ctx, call.actor, call.params));
}
