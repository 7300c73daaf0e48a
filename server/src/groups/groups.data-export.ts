import { type DataExport, plainRows } from '../platform/data-export.ts';

export const exportGroupMoves: DataExport = async (_ctx, tx, person) => ({
  group_moves: plainRows(
    await tx
      .selectFrom('group_moves')
      .leftJoin('creator_groups', (join) =>
        join
          .onRef('creator_groups.merchant_id', '=', 'group_moves.merchant_id')
          .onRef('creator_groups.id', '=', 'group_moves.group_id'),
      )
      .select(['group_moves.merchant_account_id', 'creator_groups.name as group', 'group_moves.effective_at'])
      .where('group_moves.creator_id', '=', person.userId)
      .orderBy('group_moves.effective_at')
      .execute(),
  ),
});
