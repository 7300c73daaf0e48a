import {
  acceptInvitation,
  createInvitation,
  listShopCreators,
  inviteMany,
  listInvitations,
  readInvitation,
  register,
  revokeInvitation,
} from '@vitrine/contract/invitations.ts';
import { browserOf } from '../sessions/browser.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  acceptInvitationAs,
  createInvitationFor,
  listShopCreatorsOf,
  listInvitationsOf,
  readInvitationBy,
  revokeInvitationOf,
} from './invitations.service.ts';
import { inviteManyFor } from './bulk.service.ts';
import { registerWith } from './registration.service.ts';

export function registerInvitations(routes: Routes): void {
  serve(routes, readInvitation, (call, ctx) => readInvitationBy(ctx, call.params.code));
  serve(routes, acceptInvitation, (call, ctx) => acceptInvitationAs(ctx, call.actor, call.params.code));
  serve(routes, register, (call, ctx) => registerWith(ctx, call.body, browserOf(call, ctx), call.home));
  serve(routes, listInvitations, (call, ctx) => listInvitationsOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, createInvitation, (call, ctx) =>
    createInvitationFor(ctx, call.actor, call.params.merchant, call.body, call.home),
  );
  serve(routes, inviteMany, (call, ctx) => inviteManyFor(ctx, call.actor, call.params.merchant, call.body, call.home));
  serve(routes, revokeInvitation, (call, ctx) =>
    revokeInvitationOf(ctx, call.actor, call.params.merchant, call.params.invitation_id),
  );
  serve(routes, listShopCreators, (call, ctx) => listShopCreatorsOf(ctx, call.actor, call.query));
}
