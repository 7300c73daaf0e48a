import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDemoCredentials } from '../demo.credentials.ts';
import { createSealer } from '../platform/seal.ts';
import { error, type Diagnosis, ok, type Patient, warning } from './diagnosis.ts';

const environmentFile = fileURLToPath(new URL('../../../.env', import.meta.url));
/** A random key of 32 characters has more different ones. */
const leastDifferent = 10;

/** The key, who else can read it, and whether the public demo passwords are in the database. */
export async function checkSecrets(patient: Patient, { environment = environmentFile } = {}): Promise<Diagnosis[]> {
  const { config, clock, database } = patient;
  const files = [environment, join(config.dataDir, 'secret-key')];
  const found = [...checkKey(config.secretKey), ...(await Promise.all(files.map(checkFile))).flat()];
  const demo = await findDemoCredentials({ database, clock, sealer: createSealer(config.secretKey) });
  if (demo.length > 0) {
    const text = `The database has ${demo.length} demo passwords or keys, which are public. Remove them: npm run demo -- --remove`;
    found.push(config.production ? error(text) : warning(text));
  }
  return found.length > 0 ? found : [ok('the key is strong and no one else can read it')];
}

function checkKey(key: string): Diagnosis[] {
  if (new Set(key).size >= leastDifferent) return [];
  return [error('SECRET_KEY is easy to guess. Use 32 random characters, before anyone stores bank details.')];
}

/** Other users of the machine must not read a file with secrets. Windows has no such permissions. */
async function checkFile(path: string): Promise<Diagnosis[]> {
  const found = await stat(path).catch(() => undefined);
  const isOpen = found !== undefined && process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  return isOpen ? [warning(`Other users of this machine can read ${path}. Run: chmod 600 ${path}`)] : [];
}
