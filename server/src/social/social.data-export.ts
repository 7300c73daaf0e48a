import { plainRows, type DataExport } from '../platform/data-export.ts';

export const exportSocial: DataExport = async (_ctx, tx) => ({
  social_connections: plainRows(
    await tx
      .selectFrom('social_connections')
      .select(['id', 'platform', 'backend_name', 'handle', 'state', 'connected_at'])
      .execute(),
  ),
  social_figures: plainRows(
    await tx
      .selectFrom('social_snapshots')
      .select([
        'connection_id',
        'day',
        'followers',
        'posts',
        'views',
        'engagements',
        'recent_posts',
        'source',
        'taken_at',
      ])
      .orderBy('day')
      .execute(),
  ),
});
