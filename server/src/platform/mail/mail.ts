import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { MailKind } from '@vitrine/contract/values/mail-kinds.ts';
import type { NotificationName, NotificationSwitches } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { inSlices } from '../slices.ts';
import { homeOfVariant, variantOfKey } from '../variants/variants.ts';
import { renderMail, type MailText } from './layout.ts';
import { openTransport } from './transport.ts';
import { topicsIn, topicsText, unsubscribeHeaders, unsubscribePath } from './unsubscribe.ts';
import { hiddenAddress, hideSecrets, type MailParts, showSecrets } from './secrets.ts';

// An email is stored in the transaction of the change that causes it and sent by a job. Without an SMTP server, emails
// stay in the outbox: the operator reads them there without their secrets, and can copy an access link.

const dayMs = 86_400_000;
/** The longest that any access link is valid. */
const longestLinkMs = 30 * dayMs;
/** How long we keep a secret that appears in an email without being declared, such as one that a user pasted. */
const undeclaredSecretMs = 7 * dayMs;

/** The address of an email, and its reader's language, variant and time zone. */
export type Addressee = { address: string; locale: string; project: string; timeZone: string };
/** A user with an account and their email settings. */
export type Reader = Addressee & { displayName: string; notifications: NotificationSwitches };

/** The secrets in an email that give access, when they expire, and to whose account they belong. */
export type MailSecrets = { values: readonly string[]; expireAt: Date; subjectUser: string | null };

export type Mail = MailText & {
  kind: MailKind;
  secrets?: MailSecrets;
} & (
    | {
        /** The switch that turns it off; of several, all must be off. */
        topic: NotificationName | readonly NotificationName[];
        to: Reader;
      }
    /** Account security, a reply to the reader, or an invitation: emails that can't be turned off. */
    | { topic: 'always'; to: Addressee }
  );

/** What the operator calls this installation, in any scope; undefined until it has a name. */
async function installationName(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select installation_name() as name`.execute(tx);
  return rows[0]?.name ?? undefined;
}

/** An address of ours as the reader's variant has it, if that has a host name of its own. */
export function addressFor({ config }: Pick<Context, 'config'>, { project }: { project: string }, url: string): string {
  const { publicUrl } = config;
  const home = homeOfVariant(config, project);
  const isOurs = url === publicUrl || url.startsWith(`${publicUrl}/`);
  return home !== undefined && isOurs ? home + url.slice(publicUrl.length) : url;
}

function isWanted(mail: Mail): boolean {
  if (mail.topic === 'always') return true;
  const { notifications } = mail.to;
  return [mail.topic].flat().some((name) => notifications[name]);
}

/**
 * Queues an email in the transaction of its cause; it is sent after the commit. Returns false if the reader has turned
 * its topic off. Line breaks are removed from headers.
 */
export async function queueMail(ctx: Context, tx: Tx, mail: Mail): Promise<boolean> {
  return (await queueMails(ctx, tx, [mail])) > 0;
}

/** The same for several emails in one statement. Returns how many were queued. */
export async function queueMails(ctx: Context, tx: Tx, mails: readonly Mail[]): Promise<number> {
  const wanted = mails.filter(isWanted);
  if (wanted.length === 0) return 0;
  const installation = await installationName(tx);
  const recordings: RawBuilder<unknown>[] = [];
  await inSlices(wanted, (mail) => recordings.push(recording(ctx, mail, installation)));
  await sql`select ${sql.join(recordings)}`.execute(tx);
  ctx.database.afterCommit('deliver_mails', () => ctx.jobs.soon('deliver_mails'));
  return wanted.length;
}

function recording(ctx: Context, mail: Mail, installation: string | undefined) {
  const now = ctx.clock.now();
  const subject = mail.subject.replaceAll(/[\r\n]+/g, ' ');
  const variant = variantOfKey(ctx.config.variants, mail.to.project);
  const action = mail.action && { ...mail.action, url: addressFor(ctx, mail.to, mail.action.url) };
  const rendered = renderMail(
    { ...mail, subject, ...(action && { action }) },
    { locale: mail.to.locale, variant, installation },
  );
  const { hidden, secrets } = hideSecrets(rendered, mail.secrets?.values ?? []);
  const isSealed = secrets.length > 0;
  const expireAt = mail.secrets?.expireAt ?? new Date(now.getTime() + undeclaredSecretMs);
  return sql`record_mail(${newId(now)}::uuid, ${mail.to.address}, ${mail.kind}, ${hidden.subject}, ${hidden.text},
    ${hidden.html}, ${now}, ${isSealed ? ctx.sealer.seal(JSON.stringify(secrets)) : null}::bytea,
    ${isSealed ? expireAt : null}::timestamptz, ${mail.secrets?.subjectUser ?? null}::uuid,
    ${mail.topic === 'always' ? null : topicsText([mail.topic].flat())}::text)`;
}

export type StoredMail = Selectable<Tables['mails']>;

/** The parts as they are sent, with their secrets while those are stored. */
export function mailAsSent(ctx: Context, mail: Pick<StoredMail, 'subject' | 'text' | 'html' | 'sealed'>): MailParts {
  const { subject, text, html, sealed } = mail;
  const secrets: string[] = sealed ? JSON.parse(ctx.sealer.open(sealed)) : [];
  return showSecrets({ subject, text, html }, secrets);
}

/** The access link of an unsent email, while it is still valid. */
export function unsentLink(ctx: Context, mail: StoredMail): { url: string; expiresAt: Date } | undefined {
  const address = hiddenAddress(mail.text);
  const { sealed, secrets_expire_at: expiresAt } = mail;
  if (!address || !sealed || !expiresAt || expiresAt <= ctx.clock.now()) return undefined;
  return { url: mailAsSent(ctx, { ...mail, text: address }).text, expiresAt };
}

/** Deletes expired secrets, and seals those that an earlier release left in the text. */
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

/** How the reader of an email that can be turned off turns it off. */
async function headersOf(ctx: Context, tx: Tx, { recipient, topic }: StoredMail): Promise<Record<string, string>> {
  const topics = topic === null ? undefined : topicsIn(topic);
  if (topics === undefined) return {};
  const user = await tx
    .selectFrom('users')
    .select(['id', 'project_key'])
    .where('email', '=', recipient)
    .executeTakeFirst();
  if (!user) return {};
  const address = ctx.config.publicUrl + unsubscribePath(ctx, { userId: user.id, topics });
  return unsubscribeHeaders(addressFor(ctx, { project: user.project_key }, address));
}

const expiredText = 'the link in this email expired before it could be sent';
const mostAttempts = 8;
const atOnce = 50;

/** Doubles the wait after each failure: 1 minute, 2, 4, up to about two hours. */
function pauseMs(attempts: number): number {
  return 60_000 * 2 ** Math.min(attempts, 7);
}

/** Sends waiting emails. One that fails is retried; after eight attempts it is marked as failed with the reason. */
export async function deliverMails(ctx: Context): Promise<number> {
  await keepSecretsSealed(ctx);
  if (!ctx.config.smtpUrl) return 0;
  const name = await ctx.database.as({ role: 'system' }, installationName);
  const transport = openTransport(ctx.config.smtpUrl, ctx.config.mailFrom, name);
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
          const headers = await headersOf(ctx, tx, mail);
          await transport.sendMail({ to: recipient, ...parts, headers, messageId: `<${id}@${hostOf(ctx)}>` });
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

/** Retries a failed email. Returns false if it doesn't exist, or its link has expired, or its text was deleted. */
export async function retryMail(ctx: Context, tx: Tx, mailId: string): Promise<boolean> {
  const retried = await tx
    .updateTable('mails')
    .set({ failed_at: null, failure: null, attempts: 0, next_attempt_at: ctx.clock.now() })
    .where('id', '=', mailId)
    .where('failed_at', 'is not', null)
    .where('text', '<>', '')
    .where((where) => where.or([where('sealed', 'is not', null), where('secrets_expire_at', 'is', null)]))
    .returning('id')
    .executeTakeFirst();
  if (retried) ctx.database.afterCommit('deliver_mails', () => ctx.jobs.soon('deliver_mails'));
  return retried !== undefined;
}

function hostOf(ctx: Context): string {
  return new URL(ctx.config.publicUrl).hostname;
}
