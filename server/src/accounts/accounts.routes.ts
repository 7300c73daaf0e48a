import {
  changeHandle,
  changeProfile,
  confirmLinkHandovers,
  readHandle,
  readPortal,
} from '@vitrine/contract/accounts.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { changeHandleOf, readHandleState } from './handles.service.ts';
import { confirmHandovers } from './handover.service.ts';
import { changeProfileOf } from './profile.service.ts';

export function registerAccounts(routes: Routes): void {
  serve(routes, readPortal, async (_call, { config }) => ({
    google: config.google !== undefined,
    support_form_url: config.supportFormUrl ?? null,
  }));
  serve(routes, readHandle, (call, ctx) => readHandleState(ctx, call.params.handle));
  serve(routes, changeProfile, (call, ctx) => changeProfileOf(ctx, call.actor, call.body));
  serve(routes, changeHandle, (call, ctx) => changeHandleOf(ctx, call.actor, call.body.handle));
  serve(routes, confirmLinkHandovers, (call, ctx) => confirmHandovers(ctx, call.actor));
}
