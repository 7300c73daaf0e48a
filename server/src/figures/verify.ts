import { readConfig } from '../config.ts';
import { attachOrStartEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { verifyClicksAt } from './figures.verify.ts';

async function verifyAt(url: string): Promise<void> {
  const verdict = await verifyClicksAt(url);
  if (verdict.agrees) {
    console.log(
      `Click counts are correct: ${verdict.clicks} clicks from ${verdict.hits} hits on ${verdict.links} links`,
    );
    return;
  }
  console.error(`Click counts are wrong: ${verdict.about}: ${verdict.found}`);
  process.exitCode = 1;
}

/** `npm run clicks:verify`: checks the database of DATABASE_URL, or the embedded one, running or not. */
export async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl) return verifyAt(config.databaseUrl);
  await using embedded = await attachOrStartEmbedded({ dataDir: config.dataDir, log: () => undefined });
  await migrate(embedded.url);
  await verifyAt(embedded.url);
}
