import pg from 'pg';
import type { Log } from '../platform/log.ts';

/** The redirector's connection to the database: with its own role, which can access links and hits and nothing else. */
export function redirectConnection(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    // The drain's statements are short and always the same: compiling them costs more than it saves.
    options: '-c role=vitrine_redirect -c jit=off -c lock_timeout=10000 -c idle_in_transaction_session_timeout=10000',
    application_name: 'vitrine redirect',
    connectionTimeoutMillis: 2_000,
  };
}

export function openRedirectPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...redirectConnection(url), max: 3, query_timeout: 15_000 });
  // Without a listener, a connection that breaks between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle redirect connection lost'));
  return pool;
}
