import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { DayFigures, SocialConnection } from '@vitrine/contract/social.ts';
import type { Tx } from '../platform/database/database.ts';
import { clicksByValue, type FigureDimension } from '../figures/counts.ts';
import type { Span } from '../platform/days.ts';
import type { Tables } from '../platform/database/tables.ts';
import { platformOf } from './platforms.ts';

type SnapshotRow = Selectable<Tables['social_snapshots']>;
type ConnectionRow = Selectable<Tables['social_connections']>;

const asNumber = (value: bigint | null) => (value === null ? null : Number(value));

/** Engagements per post and follower; null if any part is unknown. */
function engagementRate({ followers, engagements, recent_posts: posts }: SnapshotRow): number | null {
  if (followers === null || engagements === null || posts === null || followers === 0n || posts === 0) return null;
  return Math.round((Number(engagements) / posts / Number(followers)) * 1e6) / 1e6;
}

function presentFigures(row: SnapshotRow): DayFigures {
  return {
    day: row.day,
    followers: asNumber(row.followers),
    posts: asNumber(row.posts),
    views: asNumber(row.views),
    engagements: asNumber(row.engagements),
    recent_posts: row.recent_posts,
    engagement_rate: engagementRate(row),
    source: row.source === 'manual' ? 'manual' : 'platform',
    taken_at: row.taken_at.toISOString(),
  };
}

function presentConnection(row: ConnectionRow, latest: SnapshotRow | undefined, clicks: number): SocialConnection {
  const { failure } = row;
  return {
    id: row.id,
    platform: platformOf(row.platform),
    backend_name: row.backend_name,
    handle: row.handle,
    state: row.state === 'manual' || row.state === 'expired' ? row.state : 'connected',
    failure:
      failure === 'expired' || failure === 'revoked' || failure === 'rate_limited' || failure === 'unreachable'
        ? failure
        : null,
    connected_at: row.connected_at.toISOString(),
    permission_ends_at: row.token_expires_at?.toISOString() ?? null,
    refreshed_at: row.last_refreshed_at?.toISOString() ?? null,
    latest: latest ? presentFigures(latest) : null,
    clicks_last_30_days: clicks,
  };
}

async function latestOf(tx: Tx, creatorId: string): Promise<Map<string, SnapshotRow>> {
  const rows = await tx
    .selectFrom('social_snapshots')
    .selectAll()
    .distinctOn('connection_id')
    .where('creator_id', '=', creatorId)
    .orderBy('connection_id')
    .orderBy('day', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.connection_id, row]));
}

/** What the names of a platform's apps and hosts contain. */
const platformParts = [
  ['instagram', ['instagram']],
  ['tiktok', ['tiktok']],
  ['youtube', ['youtube', 'youtu.be']],
] as const;

/**
 * Clicks on the creator's links by platform. Apps identify themselves in the user agent, websites as the referrer, and
 * many do both; taking the larger count avoids counting clicks twice.
 */
async function clicksByPlatform(tx: Tx, creatorId: string, span: Span): Promise<Map<string, number>> {
  const accounts = await tx.selectFrom('merchant_accounts').select('id').where('creator_id', '=', creatorId).execute();
  const values = await clicksByValue(
    tx,
    accounts.map(({ id }) => id),
    ['app', 'referrer'],
    span,
  );
  const clicksOf = (dimension: FigureDimension, parts: readonly string[]) =>
    values
      .filter((row) => row.dimension === dimension && parts.some((part) => row.value.toLowerCase().includes(part)))
      .reduce((sum, { counted }) => sum + Number(counted), 0);
  return new Map(
    platformParts.map(([platform, parts]) => [platform, Math.max(clicksOf('app', parts), clicksOf('referrer', parts))]),
  );
}

export async function listConnections(tx: Tx, creatorId: string, span: Span): Promise<SocialConnection[]> {
  const rows = await tx
    .selectFrom('social_connections')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('state', '<>', 'removed')
    .orderBy('platform')
    .orderBy('connected_at')
    .execute();
  const latest = await latestOf(tx, creatorId);
  const clicks = await clicksByPlatform(tx, creatorId, span);
  return rows.map((row) => presentConnection(row, latest.get(row.id), clicks.get(row.platform) ?? 0));
}

export async function readSeries(
  tx: Tx,
  creatorId: string,
  connectionId: string,
  range: { from: string; to: string },
): Promise<DayFigures[]> {
  const rows = await tx
    .selectFrom('social_snapshots')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('connection_id', '=', connectionId)
    .where('day', '>=', sql<string>`${range.from}::date`)
    .where('day', '<=', sql<string>`${range.to}::date`)
    .orderBy('day')
    .execute();
  return rows.map(presentFigures);
}
