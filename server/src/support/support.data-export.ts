import { plainRows, type DataExport } from '../platform/data-export.ts';

export const exportTickets: DataExport = async (_ctx, tx, person) => ({
  tickets: plainRows(
    await tx
      .selectFrom('tickets')
      .select(['id', 'kind', 'subject', 'body', 'context', 'state', 'answer', 'created_at', 'answered_at'])
      .where('user_id', '=', person.userId)
      .orderBy('created_at')
      .execute(),
  ),
});
