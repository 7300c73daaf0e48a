// Stores invitations and queues their emails. Their links lead to the brand's variant; without a host name of its own, to
// `home`, where they are made.
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId, newSecret, sha256 } from '../platform/ids.ts';
import { queueMails } from '../platform/mail/mail.ts';
import { homeOfVariant } from '../platform/variants/variants.ts';
import type { Conditions } from './invitations.conditions.ts';
import { invitationMail } from './invitations.mails.ts';
import { insertInvitations, revokeMailedTo } from './invitations.queries.ts';

const dayMs = 86_400_000;

/** The recipient's language is unknown, so the email uses the language of the sender. */
export async function localeOfSender(ctx: Context, by: Actor): Promise<string> {
  const sender = by.kind === 'person' ? await mailboxOf(ctx, by.userId) : undefined;
  return sender?.locale ?? 'en';
}

export type Invitee = {
  /** Only the demo passes a fixed, public code. */
  code?: string | undefined;
  /** Null: a link that is handed over. */
  email: string | null;
  name: string;
  reusable: boolean;
  note: string;
  groupId: string | null;
};

export type Sending = {
  merchantId: string;
  conditions: Conditions;
  locale: string;
  home: string;
  /** How long they are valid. */
  days: number;
  by: Actor;
};

/** In the order of `invitees`. An open invitation to the same address ends. */
export async function sendInvitations(
  ctx: Context,
  tx: Tx,
  sending: Sending,
  invitees: readonly Invitee[],
): Promise<{ id: string; url: string }[]> {
  if (invitees.length === 0) return [];
  const { merchantId, locale, by } = sending;
  const { offer, termsVersion } = sending.conditions;
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + sending.days * dayMs);
  const home = homeOfVariant(ctx.config, offer.project) ?? sending.home;
  const made = invitees.map((invitee) => {
    const code = invitee.code ?? newSecret('vti');
    return { ...invitee, code, id: newId(now), url: `${home}/start-invite#${code}` };
  });
  const emails = made.flatMap(({ email }) => (email === null ? [] : [email]));
  if (emails.length > 0) await revokeMailedTo(tx, merchantId, emails, now);
  await insertInvitations(
    tx,
    made.map(({ id, code, email, name, reusable, note, groupId }) => ({
      merchant_id: merchantId,
      id,
      code_hash: sha256(code),
      hint: `…${code.slice(-4)}`,
      email,
      name,
      reusable,
      note,
      group_id: groupId,
      terms_version: termsVersion,
      created_by: by.kind === 'person' ? by.userId : null,
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    })),
  );
  await queueMails(
    ctx,
    tx,
    made.flatMap(({ email, name, code, url, note }) =>
      email === null ? [] : [invitationMail({ to: email, name, locale, code, url, note, expiresAt, offer })],
    ),
  );
  return made.map(({ id, url }) => ({ id, url }));
}
