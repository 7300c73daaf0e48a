import type pg from 'pg';

type Sent = { client: pg.PoolClient; text: string; answer: unknown };

/** Calls `onSent` for each statement sent to the database during some work, including `begin` and `commit`. */
async function watch(pool: pg.Pool, work: () => Promise<unknown>, onSent: (sent: Sent) => void): Promise<void> {
  const originals = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watchClient = (client: pg.PoolClient) => {
    if (originals.has(client)) return;
    const { query } = client;
    originals.set(client, query);
    const watched = (...args: unknown[]): unknown => {
      const [first] = args;
      const answer: unknown = Reflect.apply(query, client, args);
      onSent({ client, text: typeof first === 'string' ? first : String(Object(first).text), answer });
      return answer;
    };
    Object.assign(client, { query: watched });
  };
  pool.on('acquire', watchClient);
  await work();
  pool.off('acquire', watchClient);
  for (const [client, query] of originals) Object.assign(client, { query });
}

/** The statements sent to the database during some work. */
export async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  await watch(pool, work, ({ text }) => sent.push(text));
  return sent;
}

/** The same by round trip: statements that were sent before the answer to the first of them. */
export async function roundTripsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<string[][]> {
  const trips: string[][] = [];
  const open = new Map<pg.PoolClient, { statements: string[]; waiting: number }>();
  await watch(pool, work, ({ client, text, answer }) => {
    const known = open.get(client);
    const trip = known && known.waiting > 0 ? known : { statements: [], waiting: 0 };
    if (trip !== known) trips.push(trip.statements);
    open.set(client, trip);
    trip.statements.push(text);
    trip.waiting += 1;
    const end = () => void (trip.waiting -= 1);
    void Promise.resolve(answer).then(end, end);
  });
  return trips;
}
