import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../platform/mail/mail.ts';

/** The creators of a brand, for emails. Read with the system role, because a brand's scope may not see addresses. */
export async function creatorsOfBrand(ctx: Context, merchantId: string): Promise<Reader[]> {
  const creators = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchant_accounts')
      .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
      .select(readerColumns)
      .where('merchant_accounts.merchant_id', '=', merchantId)
      .where('merchant_accounts.status', '<>', 'ended')
      .where('users.user_status', '=', 100)
      .orderBy('users.id')
      .execute(),
  );
  return creators.map(readerOf);
}
