import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The running product's database, for what no call returns and for states that take days to occur. */
export async function inDatabase<Result>(work: (database: pg.Client) => Promise<Result>): Promise<Result> {
  const lock = JSON.parse(readFileSync(join(process.env['E2E_DATA'] ?? '', 'postgres.lock'), 'utf8')) as {
    url: string;
  };
  const database = new pg.Client({ connectionString: lock.url });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
