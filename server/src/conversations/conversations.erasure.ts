import { erasedText, type Erasure } from '../platform/erasure.ts';

/**
 * What a creator wrote is theirs and is erased; the thread, and what the brand wrote in it, stays with the brand. What
 * staff wrote in the name of a brand is the brand's.
 */
export const eraseMessages: Erasure = async (_ctx, tx, { id }) => {
  await tx
    .updateTable('messages')
    .set({ body: erasedText, attachments: '[]' })
    .where('sender_id', '=', id)
    .where('side', '=', 'creator')
    .execute();
};
