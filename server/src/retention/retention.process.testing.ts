import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { deleteOldData } from './retention.jobs.ts';

// A process that a test can kill: one run on the database of the first argument.

const [url = '', dataDir = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = openDatabase({ url, log });
const config = readConfig({ DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(32), DATABASE_URL: url });
await deleteOldData({ config, clock: systemClock, database, log });
await database.close();
