import type { Actor, Person } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';

/** Only operators themselves; operators can't be impersonated. */
export function accessInstallation(actor: Actor): Person {
  if (actor.kind !== 'person' || actor.principal !== 'operator' || actor.impersonatedBy) throw new Refusal('forbidden');
  return actor;
}
