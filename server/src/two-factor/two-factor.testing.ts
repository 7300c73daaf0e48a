import { Secret, TOTP } from 'otpauth';
import { login, stepUp } from '@vitrine/contract/passwords.ts';
import { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import { confirmTwoFactor, finishLogin, startTwoFactor } from '@vitrine/contract/two-factor.ts';
import { type Client, client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';

/** The code that an app shows, now or some periods of 30 seconds away. */
export function appCodeOf({ clock }: Pick<World, 'clock'>, secret: string, periods = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: clock.now().getTime() + periods * 30_000 });
}

export async function stepUpProof(who: Client, password = demoPassword): Promise<string> {
  return granted(await who.call(stepUp, { body: { password } })).proof;
}

/** A proof of the password that a code confirmed. The clock moves on, so that the code is a new one. */
export async function fullProof(world: World, who: Client, secret: string, password = demoPassword): Promise<string> {
  const proof = await stepUpProof(who, password);
  world.clock.advance(30_000);
  granted(await who.call(confirmProof, { body: { proof, code: appCodeOf(world, secret) } }));
  return proof;
}

/** Turns two-factor login on. The clock moves on, so that the next code is a new one. */
export async function turnOn(
  world: World,
  who: Client,
  password = demoPassword,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = granted(await who.call(startTwoFactor, { body: { proof: await stepUpProof(who, password) } }));
  const done = granted(await who.call(confirmTwoFactor, { body: { code: appCodeOf(world, secret) } }));
  world.clock.advance(30_000);
  return { secret, recoveryCodes: done.recovery_codes };
}

/** The ticket of a login whose password was right; empty if there is none. */
export async function ticketOf(world: World, email: string, password = demoPassword): Promise<string> {
  return (await world.anonymous.call(login, { body: { email, password } })).problem.ticket ?? '';
}

/** Logs in with password and code. */
export async function signInWithCode(world: World, email: string, code: string): Promise<Client> {
  const body = { ticket: await ticketOf(world, email), code };
  return client(world.app, granted(await world.anonymous.call(finishLogin, { body })).token);
}
