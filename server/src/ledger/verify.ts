import { readConfig } from '../config.ts';
import { attachOrStartEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { verifyLedger } from './ledger.verify.ts';

async function verifyAt(url: string): Promise<void> {
  const verdict = await verifyLedger(url);
  if (verdict.agrees) {
    console.log(
      `The ledger is correct: ${verdict.accounts} accounts, ${verdict.transactions} transactions, ${verdict.entries} entries`,
    );
    return;
  }
  console.error(`The ledger is wrong. Failed check: ${verdict.about}: ${verdict.found}`);
  process.exitCode = 1;
}

/** `npm run ledger:verify`: checks the database of DATABASE_URL, or the embedded one, running or not. */
export async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl) return verifyAt(config.databaseUrl);
  await using embedded = await attachOrStartEmbedded({ dataDir: config.dataDir, log: () => undefined });
  await migrate(embedded.url);
  await verifyAt(embedded.url);
}
