// Emails the owner of an account that is locked after too many wrong passwords. Uses the system role, because no scope may
// read email addresses.
import { readerOf } from '../accounts/mailbox.ts';
import { findUserByEmail } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { signInLockedMail } from './sessions.mails.ts';
import { takeLockNotice } from './throttle.queries.ts';

/** Emails the owners of locked accounts; an address without an account gets no email. */
export async function mailLockedOwners(ctx: Context): Promise<number> {
  for (let handled = 0; ; handled += 1) {
    const isDone = await ctx.database.as({ role: 'system' }, async (tx) => {
      const notice = await takeLockNotice(tx);
      if (!notice) return true;
      const user = await findUserByEmail(tx, notice.email);
      if (user) await queueMail(ctx, tx, signInLockedMail(readerOf(user), `${ctx.config.publicUrl}/forgot`));
      return false;
    });
    if (isDone) return handled;
  }
}
