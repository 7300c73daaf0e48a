import {
  addPasskey,
  askPasskeyOfLogin,
  askPasskeyOfProof,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@vitrine/contract/two-factor.passkeys.ts';
import { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import {
  confirmTwoFactor,
  finishLogin,
  readTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from '@vitrine/contract/two-factor.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { browserOf } from '../sessions/browser.ts';
import { askPasskeyOfTicket, finishLoginWith } from './login.service.ts';
import { addPasskeyOf, removeOnePasskey, renameOnePasskey, startPasskeyOf } from './passkeys.service.ts';
import { askPasskeyOf, confirmProofOf } from './proofs.service.ts';
import {
  confirmTwoFactorOf,
  readTwoFactorOf,
  removeAuthenticatorOf,
  removeTwoFactorOf,
  renewRecoveryCodesOf,
  startTwoFactorOf,
  turnOffTwoFactorOf,
} from './two-factor.service.ts';

export function registerTwoFactor(routes: Routes): void {
  serve(routes, finishLogin, (call, ctx) =>
    finishLoginWith(ctx, { ...call.body, ...browserOf(call, ctx), home: call.home }),
  );
  serve(routes, askPasskeyOfLogin, (call, ctx) => askPasskeyOfTicket(ctx, call.body.ticket, call.home));
  serve(routes, confirmProof, (call, ctx) => confirmProofOf(ctx, call.actor, call.body, call.home));
  serve(routes, askPasskeyOfProof, (call, ctx) => askPasskeyOf(ctx, call.actor, call.body.proof, call.home));
  serve(routes, readTwoFactor, (call, ctx) => readTwoFactorOf(ctx, call.actor, call.home));
  serve(routes, startTwoFactor, (call, ctx) => startTwoFactorOf(ctx, call.actor));
  serve(routes, confirmTwoFactor, (call, ctx) => confirmTwoFactorOf(ctx, call.actor, call.body));
  serve(routes, renewRecoveryCodes, (call, ctx) => renewRecoveryCodesOf(ctx, call.actor));
  serve(routes, turnOffTwoFactor, (call, ctx) => turnOffTwoFactorOf(ctx, call.actor, call.home));
  serve(routes, removeAuthenticator, (call, ctx) => removeAuthenticatorOf(ctx, call.actor, call.home));
  serve(routes, startPasskey, (call, ctx) => startPasskeyOf(ctx, call.actor, call.home));
  serve(routes, addPasskey, (call, ctx) => addPasskeyOf(ctx, call.actor, call.body, call.home));
  serve(routes, renamePasskey, (call, ctx) =>
    renameOnePasskey(ctx, call.actor, call.params.passkey_id, call.body.name),
  );
  serve(routes, removePasskey, (call, ctx) =>
    removeOnePasskey(ctx, call.actor, { id: call.params.passkey_id, home: call.home }),
  );
  serve(routes, removeTwoFactor, (call, ctx) => removeTwoFactorOf(ctx, call.actor, call.params.uid, call.body));
}
