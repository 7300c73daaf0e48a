// A creator joins a group when they start to work with a brand: the invitation or the application names it.
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail, type Reader } from '../platform/mail/mail.ts';
import { findOpenGroup } from './groups.access.ts';
import { welcomeMail } from './groups.mails.ts';
import { recordMoves } from './groups.moves.ts';

export type Joining = {
  merchantId: string;
  merchantAccountId: string;
  /** Null: in no group. One that was archived meanwhile counts as none. */
  groupId: string | null;
  /** The creator, who gets the welcome text by email. */
  reader: Reader;
  /** Who on the brand's side let them in, if known. */
  by: string | null;
};

export async function joinGroup(ctx: Context, tx: Tx, joining: Joining): Promise<void> {
  const { merchantId, merchantAccountId, groupId, reader, by } = joining;
  const group = groupId === null ? undefined : await findOpenGroup(tx, merchantId, groupId);
  if (!group) return;
  await recordMoves(ctx, tx, merchantId, [merchantAccountId], {
    groupId: group.id,
    effectiveAt: ctx.clock.now(),
    by,
  });
  if (group.welcome === '') return;
  const brand = await tx
    .selectFrom('merchants')
    .select(['display_name', 'slug'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  await queueMail(ctx, tx, welcomeMail(ctx.config.publicUrl, reader, brand, group));
}
