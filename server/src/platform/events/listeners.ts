import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { listenerNames } from './notices.ts';

/**
 * What is wrong if other nodes don't have EVENTS_URL as this one does; undefined if nothing is. Each node has a connection
 * that listens, and its name says which it is.
 */
export async function findMixture(
  { asLogin }: Pick<Database, 'asLogin'>,
  hasEvents: boolean,
): Promise<string | undefined> {
  const name = listenerNames[hasEvents ? 'postgres' : 'nats'];
  const { rows } = await asLogin<{ others: number }>(
    'select count(*)::int as others from pg_stat_activity where datname = current_database() and application_name = $1',
    [name],
  );
  const others = rows[0]?.others ?? 0;
  if (others === 0) return undefined;
  const late = 'reach open pages there up to 20 seconds late. Set EVENTS_URL to the same value on all nodes.';
  return hasEvents
    ? `EVENTS_URL: other nodes without it, or of an older version: ${others}. Events of this node ${late}`
    : `EVENTS_URL is not set here; other nodes that have it: ${others}. Their events ${late.replace('there', 'of this node')}`;
}

/** The same at the start of a node. */
export async function warnOfMixture(database: Pick<Database, 'asLogin'>, hasEvents: boolean, log: Log): Promise<void> {
  const mixture = await findMixture(database, hasEvents).catch(() => undefined);
  if (mixture !== undefined) log.warn(mixture);
}
