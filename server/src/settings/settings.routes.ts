import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  readSecurityLog,
  readSettings,
} from '@vitrine/contract/settings.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { requestEmail, cancelEmail, confirmEmailOf } from './email.service.ts';
import { readLogOf } from './security.service.ts';
import { readSettingsOf } from './settings.service.ts';

export function registerSettings(routes: Routes): void {
  serve(routes, readSettings, (call, ctx) => readSettingsOf(ctx, call.actor));
  serve(routes, changeEmail, (call, ctx) => requestEmail(ctx, call.actor, call.body));
  serve(routes, confirmEmail, (call, ctx) => confirmEmailOf(ctx, call.actor, call.body.token));
  serve(routes, cancelEmailChange, (call, ctx) => cancelEmail(ctx, call.actor));
  serve(routes, readSecurityLog, (call, ctx) => readLogOf(ctx, call.actor, call.query));
}
