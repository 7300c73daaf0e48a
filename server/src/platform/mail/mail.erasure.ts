import { sql } from 'kysely';
import { erasedText, type Erasure, mentionsOf } from '../erasure.ts';

/**
 * Empties every email to this user, and those to others that name them: their texts repeat messages, amounts and names.
 * The row of one that was sent stays, so that an operator can still see that it was; one that was not sent is dropped.
 */
export const eraseMails: Erasure = async (_ctx, tx, user) => {
  const pattern = mentionsOf(user);
  const isAbout = sql<boolean>`(recipient = any(${user.emails}::text[]) or subject_user = ${user.id}::uuid
    or subject ~ ${pattern} or text ~ ${pattern} or html ~ ${pattern})`;
  await tx.deleteFrom('mails').where(isAbout).where('sent_at', 'is', null).execute();
  await tx
    .updateTable('mails')
    .set({
      subject: erasedText,
      text: erasedText,
      html: '',
      sealed: null,
      subject_user: null,
      failure: null,
      recipient: sql`case when recipient = any(${user.emails}::text[]) then ${erasedText} else recipient end`,
    })
    .where(isAbout)
    .execute();
};
