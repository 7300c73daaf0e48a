import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { type Diagnosis, ok, warning } from './diagnosis.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}

/** Settings that are valid, but hardly what an operator wants. */
export function checkSettings(config: Config, { release = existsSync(`${root}release.json`) } = {}): Diagnosis[] {
  const found: Diagnosis[] = [];
  if (!config.production && !isLoopback(config.publicUrl))
    found.push(warning(`PUBLIC_URL is ${config.publicUrl}, but NODE_ENV is not production. Set NODE_ENV=production.`));
  if (config.production && config.databaseUrl === undefined)
    found.push(warning('The embedded database is for evaluation. Set DATABASE_URL to your own PostgreSQL.'));
  if (config.production && !config.limits)
    found.push(warning('RATE_LIMITS is 0, so anyone can try passwords without limit. Remove it.'));
  if (release && config.dataDir.startsWith(root))
    found.push(
      warning(`DATA_DIR is ${config.dataDir}, inside the release. Set it to a folder that an upgrade doesn't replace.`),
    );
  if (config.production && config.unconfirmed.length > 0) {
    const { name, email } = config.operator;
    found.push(
      warning(
        `The legal texts say that this installation is run by "${name}", and give ${email} for questions. Set ${config.unconfirmed.join(' and ')}, also if this is right.`,
      ),
    );
  }
  return found.length > 0 ? found : [ok(`valid, ${config.production ? 'production' : 'not production'}`)];
}
