// Confirms a proof of the password with the second factor, for calls that demand both. Uses the system role, because what a
// user logs in with is in no scope.
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { WaysOn } from '@vitrine/contract/two-factor.passkeys.ts';
import type { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { markProofConfirmed, ownerOfProof } from '../passwords/step-up.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { Refusal } from '../platform/refusal.ts';
import { withFactor } from './factors.service.ts';
import { askFor } from './passkeys.answers.ts';

async function confirmable(ctx: Context, actor: Actor, proof: string): Promise<Person> {
  const person = await ownerOfProof(ctx, actor, proof);
  if (!person.hasSecondFactor) throw new Refusal('second_factor_off');
  return person;
}

export async function askPasskeyOf(ctx: Context, actor: Actor, proof: string, home: string): Promise<WaysOn> {
  const person = await confirmable(ctx, actor, proof);
  return askFor(ctx, person.userId, { home, askedFor: { what: 'proof', secret: proof } });
}

export async function confirmProofOf(
  ctx: Context,
  actor: Actor,
  { proof, ...given }: BodyOf<typeof confirmProof>,
  home: string,
): Promise<{ confirmed: true }> {
  const person = await confirmable(ctx, actor, proof);
  const user = await ctx.database.as({ role: 'system' }, (tx) => findUser(tx, person.userId));
  if (!user) throw new Refusal('unauthenticated');
  const factor = { ...given, home, askedFor: { what: 'proof' as const, secret: proof }, deviceKey: '' };
  await withFactor(ctx, user, factor, async (tx) => {
    await markProofConfirmed(tx, person, proof, ctx.clock.now());
    await audit(ctx, tx, person, { action: 'two_factor.code_given', subject: { kind: 'user', id: user.id } });
  });
  return { confirmed: true };
}
