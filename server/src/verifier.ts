import { readConfig } from './config.ts';
import { isForOperator } from './operator.errors.ts';
import { attachOrStartEmbedded } from './platform/database/embedded.ts';
import { migrate, refuseNewerDatabaseAt } from './platform/database/migrate.ts';

type VerifyAt = (url: string) => Promise<void>;

async function verifyConfigured(env: NodeJS.ProcessEnv, verifyAt: VerifyAt): Promise<void> {
  const config = readConfig(env);
  if (config.databaseDirectUrl) {
    await refuseNewerDatabaseAt(config.databaseDirectUrl);
    return verifyAt(config.databaseDirectUrl);
  }
  await using embedded = await attachOrStartEmbedded({ dataDir: config.dataDir, log: () => undefined });
  await migrate(embedded.url);
  await verifyAt(embedded.url);
}

/** Runs a verifier on the database of DATABASE_URL, or on the embedded one, running or not. */
export async function runVerifier(env: NodeJS.ProcessEnv, verifyAt: VerifyAt): Promise<void> {
  try {
    await verifyConfigured(env, verifyAt);
  } catch (error) {
    // PostgreSQL's own errors have a code, and their message is enough.
    if (!isForOperator(error) && !(error instanceof Error && 'code' in error)) throw error;
    console.error(`Could not verify: ${error.message}`);
    process.exitCode = 1;
  }
}
