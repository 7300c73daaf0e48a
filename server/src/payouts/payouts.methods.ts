// Bank details of creators. They are encrypted when entered and decrypted only for the brand's payout export. Setting
// them requires the password again; details that replace others become usable after 72 hours, and the creator gets an
// email about every change.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { BankDetails, PayoutMethod, removePayoutMethod } from '@vitrine/contract/payouts.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import { accessOwnAccount } from '../accounts/accounts.access.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { newId } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { hintOf, readBankAccount } from './bank.ts';
import { detailsMail } from './payouts.mails.ts';
import { findMethod, hadMethod, insertMethod, type MethodRecord, replaceMethod } from './payouts.queries.ts';

const coolingOffMs = 72 * 3_600_000;

export function presentMethod(method: MethodRecord): PayoutMethod {
  return {
    id: method.id,
    kind: 'bank',
    country: method.country,
    holder_name: method.holder,
    hint: method.hint,
    created_at: method.created_at.toISOString(),
    usable_from: method.usable_from.toISOString(),
  };
}

export async function listMethodsOf(ctx: Context, actor: Actor): Promise<PayoutMethod[]> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const method = await ctx.database.as({ role: 'app', creatorId: actor.userId }, (tx) => findMethod(tx, actor.userId));
  return method ? [presentMethod(method)] : [];
}

export async function setMethodOf(ctx: Context, actor: Actor, details: BankDetails): Promise<PayoutMethod> {
  const { userId } = accessOwnAccount(actor);
  const account = readBankAccount(details);
  if ('field' in account) throw invalid(account.field, account.reason);
  const mailbox = await mailboxOf(ctx, userId);
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', creatorId: userId }, async (tx) => {
    const held = await findMethod(tx, userId);
    // The same details again: nothing changes, and the waiting time doesn't restart.
    if (held && ctx.sealer.open(held.sealed) === JSON.stringify(account)) return presentMethod(held);
    const isFirst = !(await hadMethod(tx, userId));
    await replaceMethod(tx, userId, now);
    const usableFrom = isFirst ? now : new Date(now.getTime() + coolingOffMs);
    const method = {
      creator_id: userId,
      id: newId(now),
      kind: 'bank',
      hint: hintOf(account),
      holder: account.holder,
      country: account.country,
      sealed: ctx.sealer.seal(JSON.stringify(account)),
      created_at: now,
      usable_from: usableFrom,
      replaced_at: null,
    };
    if (!(await insertMethod(tx, method))) throw new Refusal('conflict');
    await audit(ctx, tx, actor, {
      action: isFirst ? 'payout_method.added' : 'payout_method.changed',
      subject: { kind: 'user', id: userId },
      details: { hint: method.hint, country: method.country },
    });
    await notifyOfSecurity(ctx, tx, userId, 'payout_details_changed');
    await record(ctx, tx, { userId }, { kind: 'user-update' });
    if (mailbox) await queueMail(ctx, tx, detailsMail(ctx, mailbox, { hint: method.hint, usableFrom }));
    return presentMethod(method);
  });
}

export async function removeMethodOf(
  ctx: Context,
  actor: Actor,
  methodId: string,
): Promise<DataOf<typeof removePayoutMethod>> {
  const { userId } = accessOwnAccount(actor);
  const scope = { role: 'app', creatorId: userId } as const;
  const held = await ctx.database.as(scope, (tx) => findMethod(tx, userId));
  if (held?.id !== methodId) throw new Refusal('not_found');
  const mailbox = await mailboxOf(ctx, userId);
  return ctx.database.as(scope, async (tx) => {
    if (!(await replaceMethod(tx, userId, ctx.clock.now()))) throw new Refusal('not_found');
    await audit(ctx, tx, actor, { action: 'payout_method.removed', subject: { kind: 'user', id: userId } });
    await notifyOfSecurity(ctx, tx, userId, 'payout_details_changed');
    await record(ctx, tx, { userId }, { kind: 'user-update' });
    if (mailbox) await queueMail(ctx, tx, detailsMail(ctx, mailbox, 'removed'));
    return { removed: true };
  });
}
