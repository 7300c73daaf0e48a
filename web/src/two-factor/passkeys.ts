import type { PasskeyAnswer } from '@vitrine/contract/two-factor.answers.ts';
import { askPasskeyOfLogin, askPasskeyOfProof, type WaysOn } from '@vitrine/contract/two-factor.passkeys.ts';
import { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { loadPart } from '../locales/texts.ts';

const loadDevice = () => import('./passkey-device.ts');

/** The part that talks to authenticators, with its texts. */
export function loadPasskeys() {
  return loadPart('codes', loadDevice);
}

/** How a login can be finished. */
export async function waysOfLogin(ticket: string, signal?: AbortSignal): Promise<WaysOn> {
  return (await call(askPasskeyOfLogin, { body: { ticket } }, signal)).data;
}

async function answerTo({ request }: WaysOn): Promise<PasskeyAnswer> {
  const { askPasskey } = await loadPasskeys();
  if (!request) throw new ApiProblem({ code: 'not_found', status: 404, message: 'no passkey works at this address' });
  return askPasskey(request);
}

/** Asks the user's passkey, with a new question each time, because each can be answered once. */
export async function passkeyForLogin(ticket: string): Promise<PasskeyAnswer> {
  return answerTo(await waysOfLogin(ticket));
}

/** Confirms a proof of the password with the user's passkey. */
export async function confirmByPasskey(proof: string): Promise<void> {
  const { data: ways } = await call(askPasskeyOfProof, { body: { proof } });
  await call(confirmProof, { body: { proof, passkey: await answerTo(ways) } });
}
