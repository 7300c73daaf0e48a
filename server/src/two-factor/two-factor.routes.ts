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
import { finishLoginWith } from './login.service.ts';
import { confirmProofOf } from './proofs.service.ts';
import {
  confirmTwoFactorOf,
  readTwoFactorOf,
  removeTwoFactorOf,
  renewRecoveryCodesOf,
  startTwoFactorOf,
  turnOffTwoFactorOf,
} from './two-factor.service.ts';

export function registerTwoFactor(routes: Routes): void {
  serve(routes, finishLogin, (call, ctx) => finishLoginWith(ctx, { ...call.body, ...browserOf(call, ctx) }));
  serve(routes, confirmProof, (call, ctx) => confirmProofOf(ctx, call.actor, call.body));
  serve(routes, readTwoFactor, (call, ctx) => readTwoFactorOf(ctx, call.actor));
  serve(routes, startTwoFactor, (call, ctx) => startTwoFactorOf(ctx, call.actor, call.body));
  serve(routes, confirmTwoFactor, (call, ctx) => confirmTwoFactorOf(ctx, call.actor, call.body));
  serve(routes, renewRecoveryCodes, (call, ctx) => renewRecoveryCodesOf(ctx, call.actor, call.body));
  serve(routes, turnOffTwoFactor, (call, ctx) => turnOffTwoFactorOf(ctx, call.actor, call.body));
  serve(routes, removeTwoFactor, (call, ctx) => removeTwoFactorOf(ctx, call.actor, call.params.uid, call.body));
}
