import { sql } from 'kysely';
import { erasedText, type Erasure } from '../platform/erasure.ts';

/** The texts of both sides go; when it was and what came of it stays. */
export const eraseSuspensions: Erasure = async (_ctx, tx, { id }) => {
  await tx
    .updateTable('suspensions')
    .set({
      reason: '',
      objection: sql<string | null>`case when objection is not null then ${erasedText}::text end`,
      answer: null,
      end_reason: null,
    })
    .where('creator_id', '=', id)
    .execute();
};
