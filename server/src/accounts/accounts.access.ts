import type { Actor, Person } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';

/** The signed-in person, themself or looked at by an operator. */
export function accessSelf(actor: Actor): Person {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  return actor;
}

/** The person and nobody in their place: who they are, how they sign in and what is linked is theirs alone to change. */
export function accessOwnAccount(actor: Actor): Person {
  const person = accessSelf(actor);
  if (person.impersonatedBy) throw new Refusal('forbidden', { message: 'Only the account owner can do this' });
  return person;
}
