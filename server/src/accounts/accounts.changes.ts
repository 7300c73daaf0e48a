import type { Context } from '../context.ts';
import type { Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';

/** Writes a change of an account to the audit log and notifies the user's open tabs. */
export async function noteChange(
  ctx: Context,
  tx: Tx,
  person: Person,
  fact: { action: string; about?: string },
): Promise<void> {
  await audit(ctx, tx, person, {
    action: fact.action,
    subject: { kind: 'user', id: person.userId },
    details: fact.about === undefined ? {} : { about: fact.about },
  });
  await record(ctx, tx, { userId: person.userId }, { kind: 'user-update' });
}
