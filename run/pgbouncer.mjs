import { existsSync } from 'node:fs';
import { canInstall, install } from './system.packages.mjs';

const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer', '/usr/local/bin/pgbouncer'];

/**
 * Finds a PgBouncer for the tests behind a pooler; installs Debian's where that needs no confirmation. Undefined where
 * there is none: those tests are skipped.
 */
export async function pgbouncerPath() {
  const { PGBOUNCER_PATH: named } = process.env;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`PGBOUNCER_PATH is set to ${named}, which does not exist`);
  }
  const found = () => places.find((path) => existsSync(path));
  if (!found() && canInstall()) {
    console.log('Installing PgBouncer for the tests behind a pooler …');
    await install('pgbouncer');
  }
  return found();
}
