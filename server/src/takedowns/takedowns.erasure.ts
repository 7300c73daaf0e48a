import { sql } from 'kysely';
import { erasedText, type Erasure, mentionsOf } from '../platform/erasure.ts';

/** What the user's own counter-notices say; that there was one, and when, stays. */
const eraseCounterNotices: Erasure = async (_ctx, tx, { id }) => {
  const texts = { name: erasedText, postal_address: '', phone: '', statement: '', signature: '', court_note: null };
  await tx.updateTable('counter_notices').set(texts).where('user_id', '=', id).execute();
};

/** The category and the picture's hash stay: the address keeps saying why, and the picture can't be uploaded again. */
const eraseOwnTakedowns: Erasure = async (_ctx, tx, { id }) => {
  await tx
    .updateTable('takedowns')
    .set({
      address: erasedText,
      reason: '',
      note: '',
      lift_reason: sql`case when lift_reason is null then null else ${erasedText} end`,
    })
    .where('creator_id', '=', id)
    .execute();
};

/** Reports about the user or that name them, and those sent from their addresses: what they say and who sent them. */
const eraseReports: Erasure = async (_ctx, tx, user) => {
  const pattern = mentionsOf(user);
  await tx
    .updateTable('reports')
    .set({
      address: erasedText,
      statement: erasedText,
      notice: sql`case when notice is null then null else '{}'::jsonb end`,
      answer: sql`case when answer is null then null else ${erasedText} end`,
      reporter_name: sql`case when reporter_email = any(${user.emails}::text[]) then ${erasedText} else reporter_name end`,
      reporter_email: sql`case when reporter_email = any(${user.emails}::text[]) then ${erasedText} else reporter_email end`,
      network: sql`case when reporter_email = any(${user.emails}::text[]) then null else network end`,
    })
    .where(
      sql<boolean>`(creator_id = ${user.id}::uuid or reporter_email = any(${user.emails}::text[])
        or address ~ ${pattern} or statement ~ ${pattern} or notice::text ~ ${pattern} or answer ~ ${pattern})`,
    )
    .execute();
};

export const eraseTakedowns: Erasure = async (ctx, tx, user) => {
  await eraseCounterNotices(ctx, tx, user);
  await eraseOwnTakedowns(ctx, tx, user);
  await eraseReports(ctx, tx, user);
};
