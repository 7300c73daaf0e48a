import { existsSync } from 'node:fs';
import { canInstall, install } from './system.packages.mjs';

const places = ['/usr/bin/wrk', '/opt/homebrew/bin/wrk', '/usr/local/bin/wrk'];

/**
 * Finds wrk, which makes the load of some benchmarks; installs Debian's where that needs no confirmation. Undefined where
 * there is none: the other benchmarks don't need it.
 */
export async function wrkPath() {
  const { WRK_PATH: named } = process.env;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`WRK_PATH is set to ${named}, which does not exist`);
  }
  const [debians] = places;
  if (!existsSync(debians) && canInstall()) {
    console.log('Installing wrk for the benchmarks …');
    await install('wrk');
  }
  return places.find((path) => existsSync(path));
}
