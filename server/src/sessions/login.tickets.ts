import { readerColumns } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newSecret, sha256 } from '../platform/ids.ts';

// A ticket stands for a login whose first factor was right, until its second one is there. Only its hash is stored.

const ticketMs = 10 * 60_000;

/** Whether logins of this user take a second factor. */
export async function needsSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .unionAll(tx.selectFrom('passkeys').select('user_id').where('user_id', '=', userId))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function makeLoginTicket(ctx: Pick<Context, 'clock'>, tx: Tx, userId: string): Promise<string> {
  const now = ctx.clock.now();
  const ticket = newSecret('vtl');
  await tx
    .insertInto('login_tickets')
    .values({
      ticket_hash: sha256(ticket),
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + ticketMs),
      used_at: null,
    })
    .execute();
  return ticket;
}

/** The user of a ticket, if it is still valid. */
export function findLoginTicket(tx: Tx, ticketHash: Buffer, now: Date) {
  return tx
    .selectFrom('login_tickets')
    .innerJoin('users', 'users.id', 'login_tickets.user_id')
    .select(['users.id', 'users.role', ...readerColumns])
    .where('login_tickets.ticket_hash', '=', ticketHash)
    .where('login_tickets.used_at', 'is', null)
    .where('login_tickets.expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses up a ticket; returns true only for the first call. */
export async function takeLoginTicket(tx: Tx, ticketHash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('login_tickets')
    .set({ used_at: now })
    .where('ticket_hash', '=', ticketHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** After a password change or a reset, a login that began with the old password must start again. */
export async function endLoginTickets(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('login_tickets').where('user_id', '=', userId).execute();
}
