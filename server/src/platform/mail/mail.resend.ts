import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';
import { erasedText } from '../erasure.ts';
import { newId } from '../ids.ts';
import { hiddenAddress } from './secrets.ts';
import type { StoredMail } from './mail.ts';

const againMs = 60_000;

/**
 * Why an email can't be sent again. `waiting`: it is not sent yet. `deleted`: its text or address was deleted. `link`:
 * its access link is not stored once it is sent, or has expired.
 */
export type ResendObstacle = 'waiting' | 'deleted' | 'link';

export function resendObstacle(mail: StoredMail): ResendObstacle | null {
  if (mail.sent_at === null && mail.failed_at === null) return 'waiting';
  if (!mail.recipient.includes('@') || mail.text === '' || mail.text === erasedText) return 'deleted';
  const hasLink = mail.secrets_expire_at !== null || hiddenAddress(mail.text) !== undefined;
  return hasLink && mail.sealed === null ? 'link' : null;
}

/**
 * Queues a copy of a sent email, with an id of its own, because mail servers drop a message that they have seen. Returns
 * undefined if one was queued within a minute.
 */
export async function copyMail(ctx: Context, tx: Tx, mail: StoredMail): Promise<string | undefined> {
  const now = ctx.clock.now();
  const recent = await tx
    .selectFrom('mails')
    .select('id')
    .where('copy_of', '=', mail.id)
    .where('created_at', '>', new Date(now.getTime() - againMs))
    .executeTakeFirst();
  if (recent) return undefined;
  const id = newId(now);
  const { recipient, kind, subject, text, html, subject_user, topic, is_redacted } = mail;
  await tx
    .insertInto('mails')
    .values({
      id,
      recipient,
      kind,
      subject,
      text,
      html,
      subject_user,
      topic,
      is_redacted,
      created_at: now,
      next_attempt_at: now,
      copy_of: mail.id,
    })
    .execute();
  ctx.database.afterCommit('deliver_mails', () => ctx.jobs.soon('deliver_mails'));
  return id;
}
