import { existsSync } from 'node:fs';
import { run } from './node.mjs';

/** Whether packages of the system can be installed without a confirmation. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Whether a package of the system could be installed. */
export async function install(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  // Without a network, what is there must do.
  const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  await run('apt-get', ['-qq', ...impatient, 'update'], quiet);
  return (await run('apt-get', ['-qq', ...impatient, 'install', '-y', '--no-install-recommends', name], quiet)) === 0;
}
