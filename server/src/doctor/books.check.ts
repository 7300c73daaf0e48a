import pg from 'pg';
import { verifyClicks } from '../figures/figures.verify.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { error, type Diagnosis, ok, type Patient } from './diagnosis.ts';

/** Recomputes the ledger, like `npm run ledger:verify`. */
export async function checkLedger({ database }: Pick<Patient, 'database'>): Promise<Diagnosis> {
  const verdict = await verifyLedger(database.url);
  if (verdict.agrees) return ok(`${verdict.entries} entries are correct`);
  return error(
    `The ledger is wrong: ${verdict.about}: ${verdict.found}. Stop payouts and restore the last good backup.`,
  );
}

/** Recounts all clicks, like `npm run clicks:verify`. */
export async function checkClicks({ database }: Pick<Patient, 'database'>): Promise<Diagnosis> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const verdict = await verifyClicks(client);
    if (verdict.agrees) return ok(`${verdict.hits} hits are counted correctly`);
    return error(`The counts of clicks are wrong: ${verdict.about}: ${verdict.found}. Report it with this line.`);
  } finally {
    await client.end();
  }
}
