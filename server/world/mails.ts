import type { Context } from '../src/context.ts';
import { mailAsSent } from '../src/platform/mail/mail.ts';

/** The emails to an address, oldest first, with the access links that are not part of the stored text. */
export async function mailsAsSent(ctx: Context, recipient: string) {
  const stored = await ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('created_at').orderBy('id').execute(),
  );
  return stored.map((mail) => ({ ...mail, ...mailAsSent(ctx, mail) }));
}
