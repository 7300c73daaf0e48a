import { parseArgs } from 'node:util';
import { email as emailField } from '@vitrine/contract/values/fields.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { attachOrStartEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { makeOperatorLink, type OperatorLink } from './operator.creation.ts';

const usage = 'Usage: npm run create-operator -- --email <email> [--remove-two-factor]';

type Request = { email: string; removesTwoFactor: boolean };

function parse(args: readonly string[]) {
  try {
    const options = { email: { type: 'string' }, 'remove-two-factor': { type: 'boolean', default: false } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** What the command line asks for. Throws a ConfigError with the reason if there is no email. */
export function readRequest(args: readonly string[]): Request {
  const { email: given, 'remove-two-factor': removesTwoFactor } = parse(args);
  if (given === undefined) throw new ConfigError(usage);
  const read = emailField.safeParse(given);
  if (!read.success) throw new ConfigError(`“${given}” is not an email address, like name@example.com\n${usage}`);
  return { email: read.data, removesTwoFactor };
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

async function createAt(url: string, config: Config, { email, removesTwoFactor }: Request): Promise<void> {
  await migrate(url);
  const database = openDatabase({ url, log: createLog(config.logLevel) });
  try {
    const needs = { config, database, clock: systemClock };
    console.log(reportOf(await makeOperatorLink(needs, email, { removesTwoFactor }), email));
  } finally {
    await database.close();
  }
}

/**
 * `npm run create-operator -- --email <email>`: prints a one-time link for an operator, in the database of DATABASE_URL
 * or the embedded one, while the server runs or not. `--remove-two-factor` is for one who lost their codes.
 */
export async function main(): Promise<void> {
  try {
    const request = readRequest(process.argv.slice(2));
    const config = readConfig(process.env);
    if (config.databaseDirectUrl) return await createAt(config.databaseDirectUrl, config, request);
    await using embedded = await attachOrStartEmbedded({ dataDir: config.dataDir, log: () => undefined });
    await createAt(embedded.url, config, request);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
