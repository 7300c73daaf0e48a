// An account whose guesses have run out: its owner is told by email, in their own language. The system role is needed:
// whose address it is, is nobody's to read.
import { readerOf } from '../accounts/mailbox.ts';
import { findUserByEmail } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { signInLockedMail } from './sessions.mails.ts';
import { takeLockNotice } from './throttle.queries.ts';

/** Mails the owners of accounts that were locked; an address without an account gets nothing. */
export async function mailLockedOwners(ctx: Context): Promise<number> {
  for (let handled = 0; ; handled += 1) {
    const isDone = await ctx.database.as({ role: 'system' }, async (tx) => {
      const notice = await takeLockNotice(tx);
      if (!notice) return true;
      const user = await findUserByEmail(tx, notice.email);
      if (user) await queueMail(ctx, tx, signInLockedMail(readerOf(user), `${ctx.config.publicUrl}/forgot`));
      return false;
    });
    if (isDone) {
      if (handled > 0) await ctx.jobs.soon('deliver_mails');
      return handled;
    }
  }
}
