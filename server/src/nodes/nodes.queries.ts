import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type NodeIdentity = {
  runId: string;
  name: string;
  roles: readonly string[];
  version: string;
  host: string;
  processId: number;
  folder: string | null;
};

/** Hits in the journal that the database doesn't have. */
export type Held = { hits: number; bytes: number; ageMs: number };

/** A gap between two reports that is longer than this was an outage. */
const longestGap = '15 seconds';
/** A node that has not reported for so long is silent. */
const silence = '20 seconds';
/** How long a node that stopped with an empty journal is listed. */
const stoppedFor = '15 minutes';
/** How long a silent node without the role redirect is listed; it holds nothing. */
const silentFor = '1 day';

/** Also lists a node again that was forgotten. */
export async function storeReport(tx: Tx, node: NodeIdentity, held: Held, isStopping: boolean): Promise<void> {
  const oldest = sql`case when ${held.hits}::bigint > 0 then now() - ${held.ageMs}::float8 * interval '1 millisecond' end`;
  const stopped = sql`case when ${isStopping}::boolean then now() end`;
  await sql`
    insert into nodes as n (run_id, name, roles, version, host, process_id, folder, stopped_at, held_hits, held_bytes, oldest_hit_at)
    values (${node.runId}, ${node.name}, ${[...node.roles]}, ${node.version}, ${node.host}, ${node.processId}, ${node.folder},
      ${stopped}, ${held.hits}, ${held.bytes}, ${oldest})
    on conflict (run_id) do update set last_seen_at = now(), stopped_at = excluded.stopped_at, held_hits = excluded.held_hits,
      held_bytes = excluded.held_bytes, oldest_hit_at = excluded.oldest_hit_at,
      steady_since = case when n.last_seen_at > now() - ${longestGap}::interval then n.steady_since else now() end`.execute(
    tx,
  );
}

/** Whether a process that has ended has a running successor: on its data folder, or with its name if it held nothing. */
const isSucceeded = sql`exists (
  select from nodes o where o.run_id <> n.run_id and o.stopped_at is null and o.last_seen_at > now() - ${silence}::interval
    and (o.folder = n.folder or n.held_hits = 0 and o.name = n.name))`;

/** After an outage of the database, nobody has reported lately. So a node is silent only if another one isn't. */
const isSilent = sql`(n.stopped_at is null and n.last_seen_at < now() - ${silence}::interval and exists (
  select from nodes o where o.stopped_at is null and o.last_seen_at > now() - ${silence}::interval
    and o.steady_since < now() - ${silence}::interval))`;

/** Removes processes that nobody needs to know of. */
export async function deleteEnded(tx: Tx): Promise<void> {
  await sql`
    delete from nodes n where (n.stopped_at is not null or ${isSilent}) and (${isSucceeded}
      or n.stopped_at < now() - ${stoppedFor}::interval and n.held_hits = 0
      or n.last_seen_at < now() - ${silentFor}::interval and n.folder is null)`.execute(tx);
}

export type NodeRow = {
  id: string;
  name: string;
  roles: string[];
  version: string;
  host: string;
  process_id: number;
  folder: string | null;
  started_at: Date;
  last_seen_at: Date;
  state: 'running' | 'stopped' | 'silent';
  is_duplicate: boolean;
  held_hits: bigint;
  held_bytes: bigint;
  oldest_hit_at: Date | null;
};

/** Two processes are duplicates if each has reported since the other one started: one that was killed never does. */
const isDuplicate = sql`(n.stopped_at is null and not ${isSilent} and exists (
  select from nodes o where o.run_id <> n.run_id and o.name = n.name and o.stopped_at is null
    and o.last_seen_at > now() - ${silence}::interval and o.last_seen_at > n.started_at and n.last_seen_at > o.started_at))`;

/** Those that need attention come first. */
export async function listNodes(tx: Tx): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select n.run_id as id, n.name, n.roles, n.version, n.host, n.process_id, n.folder, n.started_at, n.last_seen_at,
      case when n.stopped_at is not null then 'stopped' when ${isSilent} then 'silent' else 'running' end as state,
      ${isDuplicate} as is_duplicate, n.held_hits, n.held_bytes, n.oldest_hit_at
    from nodes n where not ((n.stopped_at is not null or ${isSilent}) and ${isSucceeded})
    order by not ${isSilent}, n.stopped_at is null, n.name, n.started_at`.execute(tx);
  return rows;
}

/** Removes a process that has ended, and returns what it held. */
export async function deleteNode(tx: Tx, id: string): Promise<{ name: string; held: bigint } | undefined> {
  const { rows } = await sql<{ name: string; held: bigint }>`
    delete from nodes n where n.run_id = ${id}::uuid and (n.stopped_at is not null or ${isSilent})
    returning n.name, n.held_hits as held`.execute(tx);
  return rows[0];
}

export async function hasNode(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from nodes where run_id = ${id}::uuid`.execute(tx);
  return rows.length > 0;
}
