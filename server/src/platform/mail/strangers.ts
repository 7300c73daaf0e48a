// Emails to an address that somebody without an account typed. They can be made to go to anybody, so a mailbox gets few
// of them, from all forms together. Uses the system role's table, because its readers may have no account.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';
import { mailboxKey } from './mailbox.key.ts';

const dayMs = 86_400_000;
/** To one mailbox in 24 hours. */
const mostStrangerMails = 2;

/**
 * Whether such an email may go to an address now; it counts if so. Others to the same mailbox at the same time are decided
 * one after the other.
 */
export async function admitStrangerMail(ctx: Context, tx: Tx, address: string): Promise<boolean> {
  if (!ctx.config.limits) return true;
  const now = ctx.clock.now();
  const mailbox = mailboxKey(address);
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailbox.toString('hex')}, 57))`.execute(tx);
  const { sent } = await tx
    .selectFrom('stranger_mails')
    .select(({ fn }) => fn.countAll<bigint>().as('sent'))
    .where('mailbox', '=', mailbox)
    .where('at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  if (Number(sent) >= mostStrangerMails) return false;
  await tx.insertInto('stranger_mails').values({ mailbox, at: now }).execute();
  return true;
}

/** Mailboxes that may get no such email now, as an SQL condition on a column. */
export function isMailboxFull(ctx: Context, column: string) {
  const since = new Date(ctx.clock.now().getTime() - dayMs);
  return sql<boolean>`${ctx.config.limits}::boolean and (select count(*) from stranger_mails sent
    where sent.mailbox = ${sql.ref(column)} and sent.at > ${since}) >= ${mostStrangerMails}`;
}

/** Deletes what counts no more. */
export async function forgetStrangerMails(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - dayMs);
  await ctx.database.as({ role: 'system' }, (tx) =>
    tx.deleteFrom('stranger_mails').where('at', '<=', before).execute(),
  );
}
