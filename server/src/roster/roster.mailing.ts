// Queues the emails to creators in slices, so that a move of thousands leaves time for other calls. A brand's scope may
// not see addresses, so the transaction is one of the system.
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Mail, queueMails, type Reader } from '../platform/mail/mail.ts';

const atOnce = 250;

/** In the transaction of what it tells. Users who can't log in get none. */
export async function mailCreators(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  accounts: readonly string[],
  mail: (reader: Reader) => Mail,
): Promise<void> {
  for (let from = 0; from < accounts.length; from += atOnce) {
    const slice = accounts.slice(from, from + atOnce);
    const rows = await tx
      .selectFrom('merchant_accounts as a')
      .innerJoin('users', 'users.id', 'a.creator_id')
      .select([...readerColumns, 'users.user_status'])
      .where('a.merchant_id', '=', merchantId)
      .where('a.id', 'in', slice)
      .execute();
    const active = rows.filter((row) => row.user_status === 100);
    await queueMails(
      ctx,
      tx,
      active.map((row) => mail(readerOf(row))),
    );
  }
}
