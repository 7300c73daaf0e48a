import { changeInstallation, readInstallation, sendTestMail, setUp } from '@vitrine/contract/installation.ts';
import { clientNetwork } from '../platform/http/client.network.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { Refusal } from '../platform/refusal.ts';
import { browserOf } from '../sessions/browser.ts';
import { changeInstallationFor, readInstallationFor, sendTestMailFor } from './installation.service.ts';
import { setUpWith } from './setup.service.ts';

/** Counts a wrong code like a wrong token of the same client. */
async function countCode<T>({ credentials }: Routes, address: string, code: string, work: () => Promise<T>) {
  const attempt = credentials.begin(clientNetwork(address), code);
  try {
    const answer = await work();
    attempt.accept();
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'setup_code_dead')) attempt.cancel();
    throw error;
  }
}

export function registerInstallation(routes: Routes): void {
  serve(routes, setUp, (call, ctx) =>
    countCode(routes, call.address, call.body.code, () => setUpWith(ctx, call.body, browserOf(call, ctx), call.home)),
  );
  serve(routes, readInstallation, (call, ctx) => readInstallationFor(ctx, call.actor));
  serve(routes, changeInstallation, (call, ctx) => changeInstallationFor(ctx, call.actor, call.body));
  serve(routes, sendTestMail, (call, ctx) => sendTestMailFor(ctx, call.actor, call.body));
}
