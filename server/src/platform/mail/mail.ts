import { type Selectable, sql } from 'kysely';
import type { NotificationName, NotificationSwitches } from '@vitrine/contract/values/preferences.ts';
import { createTransport } from 'nodemailer';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { dressMail, type MailText } from './layout.ts';
import { hiddenAddress, hideSecrets, type MailParts, showSecrets } from './secrets.ts';

// Mails are written with the change that causes them, in its transaction, and sent by a job. Where no SMTP server is
// set they stay where they are: the operator reads them in the console, without their secrets, and can hand a link over.

const dayMs = 86_400_000;
/** No link of ours gives access for longer. */
const longestLinkMs = 30 * dayMs;
/** How long a secret is kept that stands in a mail without having been declared, such as one that somebody pasted. */
const undeclaredSecretMs = 7 * dayMs;

/** Where a mail goes, and how whoever reads there is spoken to. */
export type Addressee = { address: string; locale: string; project: string; timeZone: string };
/** Somebody with an account, who says in its settings what they want to be mailed about. */
export type Reader = Addressee & { displayName: string; notifications: NotificationSwitches };

/** What in a mail gives access, until when it does, and to whose account. */
export type MailSecrets = { values: readonly string[]; expireAt: Date; subjectUser: string | null };

export type Mail = MailText & {
  /** What it is, in a word the operator can filter by: `invitation`, `password_reset`. */
  kind: string;
  secrets?: MailSecrets;
} & (
    | { topic: NotificationName; to: Reader }
    /** The safety of an account, an answer to what somebody asked, an invitation: it has no switch. */
    | { topic: 'always'; to: Addressee }
  );

/**
 * Queues a mail in the transaction of its cause; it goes out after the commit. Answers false where its reader has
 * switched its topic off. Headers never take a line break.
 */
export async function queueMail(ctx: Context, tx: Tx, mail: Mail): Promise<boolean> {
  if (mail.topic !== 'always' && !mail.to.notifications[mail.topic]) return false;
  const now = ctx.clock.now();
  const dressed = dressMail({ ...mail, subject: mail.subject.replaceAll(/[\r\n]+/g, ' ') }, mail.to);
  const { hidden, secrets } = hideSecrets(dressed, mail.secrets?.values ?? []);
  const isSealed = secrets.length > 0;
  const expireAt = mail.secrets?.expireAt ?? new Date(now.getTime() + undeclaredSecretMs);
  await sql`select record_mail(${newId(now)}::uuid, ${mail.to.address}, ${mail.kind}, ${hidden.subject}, ${hidden.text},
    ${hidden.html}, ${now}, ${isSealed ? ctx.sealer.seal(JSON.stringify(secrets)) : null}::bytea,
    ${isSealed ? expireAt : null}::timestamptz, ${mail.secrets?.subjectUser ?? null}::uuid)`.execute(tx);
  return true;
}

export type StoredMail = Selectable<Tables['mails']>;

/** The parts as they go out: with their secrets, as long as those are kept. */
export function mailAsSent(ctx: Context, mail: Pick<StoredMail, 'subject' | 'text' | 'html' | 'sealed'>): MailParts {
  const { subject, text, html, sealed } = mail;
  const secrets: string[] = sealed ? JSON.parse(ctx.sealer.open(sealed)) : [];
  return showSecrets({ subject, text, html }, secrets);
}

/** The link of a mail that has not been sent, while it still gives access. */
export function unsentLink(ctx: Context, mail: StoredMail): { url: string; expiresAt: Date } | undefined {
  const address = hiddenAddress(mail.text);
  const { sealed, secrets_expire_at: expiresAt } = mail;
  if (!address || !sealed || !expiresAt || expiresAt <= ctx.clock.now()) return undefined;
  return { url: mailAsSent(ctx, { ...mail, text: address }).text, expiresAt };
}

/** Drops secrets that have expired, and seals those that an earlier release left in the text. */
async function keepSecretsSealed(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const expired = tx.updateTable('mails').set({ sealed: null }).where('sealed', 'is not', null);
    await expired.where('secrets_expire_at', '<=', now).execute();
    const open = await tx
      .selectFrom('mails')
      .selectAll()
      .where('is_redacted', '=', false)
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const mail of open) {
      const { hidden, secrets } = hideSecrets(mail, []);
      const sealed = mail.sent_at === null ? ctx.sealer.seal(JSON.stringify(secrets)) : null;
      const expireAt = new Date(mail.created_at.getTime() + longestLinkMs);
      await tx
        .updateTable('mails')
        .set({ ...hidden, sealed, secrets_expire_at: expireAt, is_redacted: true })
        .where('id', '=', mail.id)
        .execute();
    }
  });
}

const expiredText = 'the link in this email expired before it could be sent';
const mostAttempts = 8;
/** Shorter than a transaction may stand idle. */
const patience = { connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 8_000 };
const atOnce = 50;

/** Waits twice as long after each failure: a minute, two, four … about two hours. */
function pauseMs(attempts: number): number {
  return 60_000 * 2 ** Math.min(attempts, 7);
}

/** Sends what waits; one that fails is tried again later, and after eight times it is given up and says why. */
export async function deliverMails(ctx: Context): Promise<number> {
  const { smtpUrl, mailFrom } = ctx.config;
  await keepSecretsSealed(ctx);
  if (!smtpUrl) return 0;
  const transport = createTransport({ url: smtpUrl, ...patience }, { from: mailFrom });
  let sent = 0;
  try {
    for (;;) {
      const isDone = await ctx.database.as({ role: 'system' }, async (tx) => {
        const now = ctx.clock.now();
        const mail = await tx
          .selectFrom('mails')
          .selectAll()
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!mail) return true;
        const { id, recipient, attempts } = mail;
        const update = tx.updateTable('mails').where('id', '=', id);
        if (mail.secrets_expire_at !== null && mail.sealed === null) {
          await update.set({ failed_at: now, failure: expiredText }).execute();
          return false;
        }
        try {
          const parts = mailAsSent(ctx, mail);
          await transport.sendMail({ to: recipient, ...parts, messageId: `<${id}@${hostOf(ctx)}>` });
          await update.set({ sent_at: now, attempts: attempts + 1, failure: null, sealed: null }).execute();
          sent += 1;
        } catch (error) {
          const tried = attempts + 1;
          const failure = String(error instanceof Error ? error.message : error).slice(0, 500);
          const isGivenUp = tried >= mostAttempts;
          await update
            .set({
              attempts: tried,
              failure,
              failed_at: isGivenUp ? now : null,
              next_attempt_at: new Date(now.getTime() + pauseMs(attempts)),
            })
            .execute();
        }
        return false;
      });
      if (isDone || sent >= atOnce) return sent;
    }
  } finally {
    transport.close();
  }
}

/** Lets a mail that was given up go out again; answers false where there is none such, or its link has expired. */
export async function retryMail(ctx: Context, tx: Tx, mailId: string): Promise<boolean> {
  const retried = await tx
    .updateTable('mails')
    .set({ failed_at: null, failure: null, attempts: 0, next_attempt_at: ctx.clock.now() })
    .where('id', '=', mailId)
    .where('failed_at', 'is not', null)
    .where((where) => where.or([where('sealed', 'is not', null), where('secrets_expire_at', 'is', null)]))
    .returning('id')
    .executeTakeFirst();
  return retried !== undefined;
}

function hostOf(ctx: Context): string {
  return new URL(ctx.config.publicUrl).hostname;
}
