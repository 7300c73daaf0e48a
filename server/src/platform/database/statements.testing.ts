import type pg from 'pg';

/** The statements sent to the database during some work, including `begin` and `commit`. */
export async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const originals = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (originals.has(client)) return;
    const { query } = client;
    originals.set(client, query);
    const counted = (...args: unknown[]): unknown => {
      const [first] = args;
      sent.push(typeof first === 'string' ? first : String(Object(first).text));
      return Reflect.apply(query, client, args);
    };
    Object.assign(client, { query: counted });
  };
  pool.on('acquire', watch);
  await work();
  pool.off('acquire', watch);
  for (const [client, query] of originals) Object.assign(client, { query });
  return sent;
}
