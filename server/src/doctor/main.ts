import { type Config, ConfigError, readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { attachOrStartEmbedded } from '../platform/database/embedded.ts';
import { createLog } from '../platform/log.ts';
import { checkAddress } from './address.check.ts';
import { checkBackups } from './backups.check.ts';
import { checkClicks, checkLedger } from './books.check.ts';
import { checkClickLog } from './clicklog.check.ts';
import { checkClock } from './clock.check.ts';
import { checkDatabase } from './database.check.ts';
import { checkDisk } from './disk.check.ts';
import { error, type Diagnosis, type Level, type Patient, reasonOf } from './diagnosis.ts';
import { checkFiles } from './files.check.ts';
import { checkEvents } from './events.check.ts';
import { checkFigures } from './figures.check.ts';
import { checkMail } from './mail.check.ts';
import { checkEmails, checkJobs } from './queues.check.ts';
import { checkReplica } from './replica.check.ts';
import { checkSecrets } from './secrets.check.ts';
import { checkSettings } from './settings.check.ts';
import { checkTls } from './tls.check.ts';
import { checkBrandVariants, checkVariants } from './variants.check.ts';

type Check<Subject> = { name: string; run(subject: Subject): Diagnosis[] | Promise<Diagnosis | Diagnosis[]> };

const withoutDatabase: Check<Config>[] = [
  { name: 'settings', run: checkSettings },
  { name: 'variants', run: checkVariants },
  { name: 'disk', run: ({ dataDir }) => checkDisk(dataDir) },
  { name: 'mail', run: checkMail },
  { name: 'address', run: (config) => checkAddress(config, systemClock) },
  { name: 'clicklog', run: checkClickLog },
  { name: 'tls', run: (config) => checkTls(config, systemClock) },
];

const inDatabase: Check<Patient>[] = [
  { name: 'clock', run: checkClock },
  { name: 'replica', run: checkReplica },
  { name: 'figures', run: checkFigures },
  { name: 'brands', run: checkBrandVariants },
  { name: 'secrets', run: checkSecrets },
  { name: 'backups', run: checkBackups },
  { name: 'files', run: checkFiles },
  { name: 'events', run: checkEvents },
  { name: 'jobs', run: checkJobs },
  { name: 'emails', run: checkEmails },
  { name: 'ledger', run: checkLedger },
  { name: 'clicks', run: checkClicks },
];

const exitCodes: Record<Level, number> = { ok: 0, warning: 1, error: 2 };

/** Prints the diagnoses as they come; returns the worst. */
async function runCheck<Subject>({ name, run }: Check<Subject>, subject: Subject): Promise<Level> {
  const diagnoses = await diagnosesOf(() => run(subject));
  for (const { level, text } of diagnoses) console.log(`${level.padEnd(7)}  ${name.padEnd(8)}  ${text}`);
  return worst(diagnoses.map(({ level }) => level));
}

/** A check that can't finish is an error of its own. */
async function diagnosesOf(check: () => ReturnType<Check<unknown>['run']>): Promise<Diagnosis[]> {
  try {
    return [await check()].flat();
  } catch (thrown) {
    return [error(`could not be checked: ${reasonOf(thrown)}`)];
  }
}

function worst(levels: readonly Level[]): Level {
  return levels.includes('error') ? 'error' : levels.includes('warning') ? 'warning' : 'ok';
}

async function checkInDatabase(config: Config, url: string): Promise<Level[]> {
  const database = openDatabase({ url, log: createLog('silent') });
  try {
    const patient = { config, clock: systemClock, database };
    const state = await runCheck({ name: 'database', run: checkDatabase }, patient);
    // The others read tables that are there only then.
    if (state !== 'ok' || !(await isSetUp(database))) return [state];
    const levels: Level[] = [state];
    for (const check of inDatabase) levels.push(await runCheck(check, patient));
    return levels;
  } finally {
    await database.close();
  }
}

async function isSetUp({ pool }: Patient['database']): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('migrations') is not null as found`);
  return rows[0]?.found === true;
}

async function examine(env: NodeJS.ProcessEnv): Promise<Level[]> {
  const config = readConfig(env);
  const levels: Level[] = [];
  for (const check of withoutDatabase) levels.push(await runCheck(check, config));
  if (config.databaseDirectUrl !== undefined)
    return [...levels, ...(await checkInDatabase(config, config.databaseDirectUrl))];
  await using embedded = await attachOrStartEmbedded({ dataDir: config.dataDir, log: () => undefined });
  return [...levels, ...(await checkInDatabase(config, embedded.url))];
}

/** `npm run doctor`: a line for each check. Exits with 0 if all is well, 1 for a warning, 2 for an error. */
export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  let levels: Level[];
  try {
    levels = await examine(env);
  } catch (thrown) {
    const lines = thrown instanceof ConfigError ? thrown.message.split('\n') : [reasonOf(thrown)];
    levels = [await runCheck({ name: 'settings', run: () => lines.map((line) => error(line)) }, undefined)];
  }
  process.exitCode = exitCodes[worst(levels)];
}
