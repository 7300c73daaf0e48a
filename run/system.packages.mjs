import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { run } from './node.mjs';

/** Whether packages of the system can be installed without a confirmation. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Whether a package of the system could be installed. `withoutCluster`: a PostgreSQL, without a database of its own. */
export async function install(name, { withoutCluster = false } = {}) {
  const clusters = '/etc/postgresql-common/createcluster.conf';
  if (withoutCluster && !existsSync(clusters)) {
    mkdirSync(dirname(clusters), { recursive: true });
    writeFileSync(clusters, 'create_main_cluster = false\n');
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  // Without a network, what is there must do.
  const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  await run('apt-get', ['-qq', ...impatient, 'update'], quiet);
  return (await run('apt-get', ['-qq', ...impatient, 'install', '-y', '--no-install-recommends', name], quiet)) === 0;
}
