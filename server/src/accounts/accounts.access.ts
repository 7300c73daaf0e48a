import type { Actor, Person } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';

/** The logged-in user, or the creator an operator is impersonating. */
export function accessSelf(actor: Actor): Person {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  return actor;
}

/** The user themself, not an impersonating operator: only the owner can change identity, sign-in methods and connections. */
export function accessOwnAccount(actor: Actor): Person {
  const person = accessSelf(actor);
  if (person.impersonatedBy) throw new Refusal('forbidden', { message: 'Only the account owner can do this' });
  return person;
}
