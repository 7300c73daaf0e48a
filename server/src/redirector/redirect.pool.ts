import pg from 'pg';
import { beginRedirect } from '../platform/database/begin.ts';
import { prepareNamed } from '../platform/database/prepared.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import type { Log } from '../platform/log.ts';
import { sparseWarning } from '../platform/sparse.log.ts';

/** The redirector's connections. They send statements without waiting for the answers of earlier ones. */
export function redirectConnection(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'vitrine redirect',
    connectionTimeoutMillis: 2_000,
    pipeline: true,
  };
}

/** Single statements on the pool are transactions with the redirector's role. */
export function openRedirectPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...redirectConnection(url), max: 3, query_timeout: 15_000, onConnect: prepareNamed });
  // Without a listener, a connection that breaks between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const reportIdle = sparseWarning(log, 'idle redirect connection lost');
  pool.on('error', (error) => reportIdle({ error: error.message }));
  const query = async (...statement: unknown[]) => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      return await queryAsRedirector(client, statement);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw failure;
    } finally {
      client.release(failure);
    }
  };
  // The overloads of query can't be told apart by their types; the arguments are passed on unchanged.
  pool.query = query as typeof pool.query;
  return pool;
}

/** Single statements on one connection as transactions with the redirector's role. */
export function asRedirector(client: pg.ClientBase): Queryable {
  const query = (statement: unknown) => queryAsRedirector(client, [statement]);
  return { query: query as Queryable['query'] };
}

/** One round trip: the connection doesn't wait between the three. If the statement fails, what follows it rolls back. */
async function queryAsRedirector(client: pg.ClientBase, statement: unknown[]): Promise<unknown> {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const [, result] = await Promise.all([send(beginRedirect), send(...statement), send('commit')]);
  return result;
}
