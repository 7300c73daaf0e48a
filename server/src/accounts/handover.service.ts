// Without a mail server, an operator can copy the access link of an email. It would let the operator log in as the
// user, so every handover is audited, and the user sees it at their next login and in their security log. Uses the
// system role, because accounts belong to no brand or creator scope.
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { newId } from '../platform/ids.ts';
import { accessOwnAccount } from './accounts.access.ts';
import { insertHandover, markHandoversSeen } from './handover.queries.ts';
import { findUserByEmail } from './users.access.ts';

type HandedOver = { mailId: string; kind: string; recipient: string; subjectUser: string | null; reason: string };

/** Records that an operator got a link, in the audit log and for the user. */
export async function noteHandover(ctx: Context, tx: Tx, operator: Person, mail: HandedOver): Promise<void> {
  const { mailId, kind, recipient, reason } = mail;
  const userId = mail.subjectUser ?? (await findUserByEmail(tx, recipient))?.id;
  await audit(ctx, tx, operator, {
    action: 'link.handed_over',
    subject: userId ? { kind: 'user', id: userId } : { kind: 'mail', id: mailId },
    details: { mail_id: mailId, kind, recipient, reason },
  });
  if (!userId) return;
  const now = ctx.clock.now();
  await insertHandover(tx, {
    id: newId(now),
    user_id: userId,
    operator_id: operator.userId,
    kind,
    reason,
    handed_over_at: now,
    seen_at: null,
  });
  await record(ctx, tx, { userId }, { kind: 'user-update' });
}

/** The user has dismissed the notice. */
export async function confirmHandovers(ctx: Context, actor: Actor): Promise<{ seen: true }> {
  const person = accessOwnAccount(actor);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await markHandoversSeen(tx, person.userId, ctx.clock.now());
    await record(ctx, tx, { userId: person.userId }, { kind: 'user-update' });
  });
  return { seen: true };
}
