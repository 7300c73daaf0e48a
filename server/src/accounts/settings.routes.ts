import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  readSecurityLog,
  readSettings,
} from '@vitrine/contract/settings.ts';
import { changeHandle, changeProfile } from '@vitrine/contract/accounts.ts';
import { changePassword } from '@vitrine/contract/passwords.ts';
import { disconnectGoogle, finishGoogleConnection, startGoogleConnection } from '@vitrine/contract/google.ts';
import { endOtherSessions, endSession, listSessions } from '@vitrine/contract/sessions.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { askForEmail, cancelEmail, confirmEmailOf } from './email.service.ts';
import { disconnect, finishConnection, startConnection } from './google.connection.ts';
import { changePasswordOf } from './password.service.ts';
import { endOtherSessionsOf, endSessionOf, listSessionsOf, readLogOf } from './sessions.service.ts';
import { changeHandleOf, changeProfileOf, readSettingsOf } from './settings.service.ts';

export function registerSettings(routes: Routes): void {
  serve(routes, readSettings, (call, ctx) => readSettingsOf(ctx, call.actor));
  serve(routes, changeProfile, (call, ctx) => changeProfileOf(ctx, call.actor, call.body));
  serve(routes, changeHandle, (call, ctx) => changeHandleOf(ctx, call.actor, call.body.handle));
  serve(routes, changeEmail, (call, ctx) => askForEmail(ctx, call.actor, call.body));
  serve(routes, confirmEmail, (call, ctx) => confirmEmailOf(ctx, call.actor, call.body.token));
  serve(routes, cancelEmailChange, (call, ctx) => cancelEmail(ctx, call.actor));
  serve(routes, changePassword, (call, ctx) => changePasswordOf(ctx, call.actor, call.body));
  serve(routes, startGoogleConnection, (call, ctx) => startConnection(ctx, call.actor, call.body, call.home));
  serve(routes, finishGoogleConnection, (call, ctx) => finishConnection(ctx, call.actor, call.body));
  serve(routes, disconnectGoogle, (call, ctx) => disconnect(ctx, call.actor, call.body));
  serve(routes, listSessions, (call, ctx) => listSessionsOf(ctx, call.actor));
  serve(routes, endSession, (call, ctx) => endSessionOf(ctx, call.actor, call.params.session_id));
  serve(routes, endOtherSessions, (call, ctx) => endOtherSessionsOf(ctx, call.actor));
  serve(routes, readSecurityLog, (call, ctx) => readLogOf(ctx, call.actor, call.query));
}
