import { type DataExport, rowPieces } from '../platform/data-export.ts';

export const exportNotifications: DataExport = async (_ctx, tx, person) => ({
  notifications: rowPieces(
    tx,
    tx
      .selectFrom('notifications')
      .select(['id', 'merchant_id', 'kind', 'payload', 'created_at', 'read_at'])
      .where('user_id', '=', person.userId)
      .orderBy('id'),
  ),
  push_devices: rowPieces(
    tx,
    tx
      .selectFrom('push_devices')
      .select(['id', 'created_at', 'delivered_at'])
      .where('user_id', '=', person.userId)
      .orderBy('id'),
  ),
});
