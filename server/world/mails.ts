import type { Context } from '../src/context.ts';
import { mailAsSent } from '../src/platform/mail/mail.ts';

/** The mails to an address, oldest first, as their reader gets them: with the links that are not part of the stored text. */
export async function mailsAsSent(ctx: Context, recipient: string) {
  const stored = await ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('created_at').orderBy('id').execute(),
  );
  return stored.map((mail) => ({ ...mail, ...mailAsSent(ctx, mail) }));
}
