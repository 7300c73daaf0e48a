import { parseArgs } from 'node:util';
import { email as emailField } from '@vitrine/contract/values/fields.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { attachOrStartEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { makeOperatorLink, type OperatorLink } from './operator.creation.ts';

const usage = 'Usage: npm run create-operator -- --email <email>';

/** The email of the command line. Throws a ConfigError with the reason if there is none. */
export function readEmail(args: readonly string[]): string {
  let given: string | undefined;
  try {
    given = parseArgs({ args: [...args], options: { email: { type: 'string' } } }).values.email;
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
  if (given === undefined) throw new ConfigError(usage);
  const read = emailField.safeParse(given);
  if (!read.success) throw new ConfigError(`“${given}” is not an email address, like name@example.com\n${usage}`);
  return read.data;
}

/** What the command prints; a refusal is thrown. */
function reportOf(made: OperatorLink, email: string): string {
  if (made.outcome === 'taken') {
    const whose = made.role === 'creator' ? 'a creator' : 'brand staff';
    throw new ConfigError(`${email} belongs to ${whose}, so it can’t be an operator. Use another email address.`);
  }
  const done =
    made.outcome === 'created'
      ? `${email} is now an operator. Open this link to set a password`
      : `${email} is an operator and can log in again. Open this link to set a new password`;
  return `${done} (it works once, for 24 hours):\n${made.link.url}`;
}

async function createAt(url: string, config: Config, email: string): Promise<void> {
  await migrate(url);
  const database = openDatabase({ url, log: createLog(config.logLevel) });
  try {
    console.log(reportOf(await makeOperatorLink({ config, database, clock: systemClock }, email), email));
  } finally {
    await database.close();
  }
}

/**
 * `npm run create-operator -- --email <email>`: prints a one-time link for an operator, in the database of DATABASE_URL
 * or the embedded one, while the server runs or not.
 */
export async function main(): Promise<void> {
  try {
    const email = readEmail(process.argv.slice(2));
    const config = readConfig(process.env);
    if (config.databaseDirectUrl) return await createAt(config.databaseDirectUrl, config, email);
    await using embedded = await attachOrStartEmbedded({ dataDir: config.dataDir, log: () => undefined });
    await createAt(embedded.url, config, email);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
