import { sql } from 'kysely';
import type { NotificationName, NotificationSwitches } from '@vitrine/contract/values/preferences.ts';
import { createTransport } from 'nodemailer';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';
import { newId } from '../ids.ts';
import { dressMail, type MailText } from './layout.ts';

// Mails are written with the change that causes them, in its transaction, and sent by a job. Where no SMTP server is
// set they stay where they are, and the operator reads them in the console.

/** Where a mail goes, and how whoever reads there is spoken to. */
export type Addressee = { address: string; locale: string; project: string; timeZone: string };
/** Somebody with an account, who says in its settings what they want to be mailed about. */
export type Reader = Addressee & { displayName: string; notifications: NotificationSwitches };

export type Mail = MailText & {
  /** What it is, in a word the operator can filter by: `invitation`, `password_reset`. */
  kind: string;
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
  const { subject, text, html } = dressMail({ ...mail, subject: mail.subject.replaceAll(/[\r\n]+/g, ' ') }, mail.to);
  const { address } = mail.to;
  await sql`select record_mail(${newId(now)}::uuid, ${address}, ${mail.kind}, ${subject}, ${text}, ${html}, ${now})`.execute(
    tx,
  );
  return true;
}

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
        const { id, recipient, subject, text, html, attempts } = mail;
        const update = tx.updateTable('mails').where('id', '=', id);
        try {
          await transport.sendMail({ to: recipient, subject, text, html, messageId: `<${id}@${hostOf(ctx)}>` });
          await update.set({ sent_at: now, attempts: attempts + 1, failure: null }).execute();
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

/** Lets a mail that was given up go out again; answers false where there is none such. */
export async function retryMail(ctx: Context, tx: Tx, mailId: string): Promise<boolean> {
  const retried = await tx
    .updateTable('mails')
    .set({ failed_at: null, failure: null, attempts: 0, next_attempt_at: ctx.clock.now() })
    .where('id', '=', mailId)
    .where('failed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return retried !== undefined;
}

function hostOf(ctx: Context): string {
  return new URL(ctx.config.publicUrl).hostname;
}
