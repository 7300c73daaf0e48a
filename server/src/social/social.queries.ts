import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertSocialFlow(tx: Tx, flow: Insertable<Tables['social_flows']>): Promise<void> {
  await tx.deleteFrom('social_flows').where('expires_at', '<', flow.created_at).execute();
  await tx.insertInto('social_flows').values(flow).execute();
}

/** Uses up a flow: once, for the session that started it, before it expires. */
export function takeSocialFlow(tx: Tx, stateHash: Buffer, owner: { creatorId: string; sessionId: string }, at: Date) {
  return tx
    .updateTable('social_flows')
    .set({ used_at: at })
    .where('state_hash', '=', stateHash)
    .where('creator_id', '=', owner.creatorId)
    .where('session_id', '=', owner.sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['platform', 'sealed_verifier'])
    .executeTakeFirst();
}

export function findConnection(tx: Tx, creatorId: string, id: string) {
  return tx
    .selectFrom('social_connections')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The state of an account, locked until the transaction ends. */
export function lockConnection(tx: Tx, creatorId: string, id: string) {
  return tx
    .selectFrom('social_connections')
    .select('state')
    .where('creator_id', '=', creatorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The account that manual figures without a handle belong to. */
export function findConnectionAt(tx: Tx, creatorId: string, platform: string) {
  return tx
    .selectFrom('social_connections')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('platform', '=', platform)
    .where('state', '<>', 'removed')
    .orderBy('connected_at', 'desc')
    .executeTakeFirst();
}

/** An account by its id at the platform, also if it was disconnected. */
export function findConnectionOf(tx: Tx, creatorId: string, at: { platform: string; externalId: string }) {
  return tx
    .selectFrom('social_connections')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('platform', '=', at.platform)
    .where('external_id', '=', at.externalId)
    .executeTakeFirst();
}

/** Moves figures to another account of the creator; days that it already has stay as they are. */
export async function moveSnapshots(tx: Tx, creatorId: string, from: string, to: string): Promise<void> {
  await sql`update social_snapshots s set connection_id = ${to}
    where creator_id = ${creatorId} and connection_id = ${from} and not exists (
      select from social_snapshots kept where kept.creator_id = s.creator_id and kept.connection_id = ${to} and kept.day = s.day
    )`.execute(tx);
}

/** Adds an account, or updates it if it was connected before; returns its id. */
export async function saveConnection(tx: Tx, connection: Insertable<Tables['social_connections']>): Promise<string> {
  const { id: _id, creator_id: _creator, platform: _platform, external_id: _external, ...changed } = connection;
  const saved = await tx
    .insertInto('social_connections')
    .values(connection)
    .onConflict((conflict) => conflict.columns(['creator_id', 'platform', 'external_id']).doUpdateSet(changed))
    .returning('id')
    .executeTakeFirstOrThrow();
  return saved.id;
}

export async function updateConnection(
  tx: Tx,
  creatorId: string,
  id: string,
  change: Updateable<Tables['social_connections']>,
): Promise<void> {
  await tx
    .updateTable('social_connections')
    .set(change)
    .where('creator_id', '=', creatorId)
    .where('id', '=', id)
    .execute();
}

/** One row per day; newer figures replace older ones, but manual figures never replace those of the platform. */
export async function saveSnapshot(tx: Tx, snapshot: Insertable<Tables['social_snapshots']>): Promise<boolean> {
  const { creator_id: _creator, connection_id: _connection, day: _day, ...figures } = snapshot;
  const saved = await tx
    .insertInto('social_snapshots')
    .values(snapshot)
    .onConflict((conflict) =>
      conflict
        .columns(['creator_id', 'connection_id', 'day'])
        .doUpdateSet(figures)
        .where((where) =>
          snapshot.source === 'manual' ? where('social_snapshots.source', '=', 'manual') : sql<boolean>`true`,
        ),
    )
    .returning('day')
    .executeTakeFirst();
  return saved !== undefined;
}
