// Emails an announcement to its creators and puts it on their bells, in slices by the creators' ids. Each slice is one
// transaction with its position, so nobody gets either twice. Uses the system role, because a brand's scope may not see addresses.
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMails } from '../platform/mail/mail.ts';
import { notify } from '../platform/events/notify.ts';
import { announcementMail } from './announcements.mails.ts';
import { announcedProducts, inOrder, presentPicture, storedContent } from './announcements.parts.ts';

const creatorsAtOnce = 250;
/** A run ends here; the next one continues. */
const mostSlices = 80;

/** The oldest announcement with emails to write, locked. A run on another node takes the next one. */
function lockDue(tx: Tx) {
  return tx
    .selectFrom('announcements as an')
    .innerJoin('merchants', 'merchants.id', 'an.merchant_id')
    .selectAll('an')
    .select('merchants.display_name as brand')
    .where('an.mails_due', '=', true)
    .orderBy('an.published_at')
    .limit(1)
    .forNoKeyUpdate('an')
    .skipLocked()
    .executeTakeFirst();
}

type Due = NonNullable<Awaited<ReturnType<typeof lockDue>>>;

function creatorsAfter(
  tx: Tx,
  { merchant_id: merchantId, id, is_targeted: isTargeted, published_at: at, mailed_up_to: after }: Due,
) {
  return tx
    .selectFrom('merchant_accounts')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select([...readerColumns, 'users.id', 'users.user_status', 'merchant_accounts.id as account'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('announcement_reads as read')
          .select('read.creator_id')
          .where('read.merchant_id', '=', merchantId)
          .where('read.announcement_id', '=', id)
          .whereRef('read.creator_id', '=', 'merchant_accounts.creator_id'),
      ).as('has_read'),
    )
    .where('merchant_accounts.merchant_id', '=', merchantId)
    .where('merchant_accounts.status', '<>', 'ended')
    .where('merchant_accounts.joined_at', '<=', at)
    .$if(isTargeted, (some) =>
      some.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('announcement_recipients as r')
            .select('r.creator_id')
            .where('r.merchant_id', '=', merchantId)
            .where('r.announcement_id', '=', id)
            .whereRef('r.creator_id', '=', 'merchant_accounts.creator_id'),
        ),
      ),
    )
    .$if(after !== null, (later) => later.where('merchant_accounts.creator_id', '>', after ?? ''))
    .orderBy('merchant_accounts.creator_id')
    .limit(creatorsAtOnce)
    .execute();
}

/** Returns false if there was nothing to do. */
async function mailSlice(ctx: Context): Promise<boolean> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const due = await lockDue(tx);
    if (!due) return false;
    // Nobody should be called to something that can no longer be read.
    const creators = due.withdrawn_at === null ? await creatorsAfter(tx, due) : [];
    const from = { brand: due.brand, url: `${ctx.config.publicUrl}/announcements/${due.id}` };
    const announced = {
      title: due.title,
      body: due.body,
      content: storedContent(due.content),
      picture: presentPicture(ctx, due.picture),
      products: inOrder(due.product_ids, await announcedProducts(ctx, tx, due.product_ids)),
    };
    const active = creators.filter((creator) => creator.user_status === 100);
    await queueMails(
      ctx,
      tx,
      active.map((creator) => announcementMail(readerOf(creator), from, announced)),
    );
    // Whoever has the portal open can read it before this job puts it on the bell.
    const unread = active.filter((creator) => !creator.has_read);
    await notify(
      ctx,
      tx,
      { merchantId: due.merchant_id, creators: unread.map(({ account }) => account) },
      { kind: 'announcement', announcement_id: due.id, title: due.title },
      due.id,
    );
    await tx
      .updateTable('announcements')
      .set({ mails_due: creators.length === creatorsAtOnce, mailed_up_to: creators.at(-1)?.id ?? due.mailed_up_to })
      .where('merchant_id', '=', due.merchant_id)
      .where('id', '=', due.id)
      .execute();
    return true;
  });
}

/** Queues the emails of announcements that were published since the last run. */
export async function mailAnnouncements(ctx: Context): Promise<void> {
  for (let slice = 0; slice < mostSlices; slice += 1) if (!(await mailSlice(ctx))) return;
  await ctx.jobs.soon('mail_announcements');
}
