import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installNewer, newerFolder } from './newer.packages.mjs';
import { canInstall, install } from './system.packages.mjs';

// Programs that tests and benchmarks start beside the product. Each can be named by a variable. Otherwise Debian's
// package is installed where that needs no confirmation, or the program is taken from where other systems put it.

const programs = {
  wrk: { package: 'wrk', file: 'usr/bin/wrk', others: ['/opt/homebrew/bin/wrk', '/usr/local/bin/wrk'] },
  pgbouncer: {
    package: 'pgbouncer',
    file: 'usr/sbin/pgbouncer',
    others: ['/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer', '/usr/local/bin/pgbouncer'],
  },
  haproxy: { package: 'haproxy', file: 'usr/sbin/haproxy', others: ['/usr/local/sbin/haproxy'] },
  nginx: {
    package: 'nginx-light',
    file: 'usr/sbin/nginx',
    others: ['/opt/homebrew/bin/nginx', '/usr/local/bin/nginx'],
  },
  caddy: { package: 'caddy', file: 'usr/bin/caddy', others: ['/opt/homebrew/bin/caddy', '/usr/local/bin/caddy'] },
  etcd: { package: 'etcd-server', file: 'usr/bin/etcd', others: ['/usr/local/bin/etcd'] },
  patroni: { package: 'patroni', file: 'usr/bin/patroni', others: ['/usr/local/bin/patroni'] },
  // `sync_interval: always` and what the click log asks of a stream need 2.10, which Debian has from release 13 on.
  'nats-server': {
    package: 'nats-server',
    file: 'usr/sbin/nats-server',
    newerFrom: 'trixie',
    others: ['/opt/homebrew/bin/nats-server', '/usr/local/bin/nats-server'],
  },
};

/** The variable that names a program, like NATS_SERVER_PATH. */
export function variableOf(name) {
  return `${name.toUpperCase().replaceAll('-', '_')}_PATH`;
}

/** Finds a program, or installs it; undefined where there is none. */
export async function programPath(name) {
  const program = programs[name];
  const named = process.env[variableOf(name)];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`${variableOf(name)} is set to ${named}, which does not exist`);
  }
  const own = join(program.newerFrom === undefined ? '/' : newerFolder(program.package), program.file);
  if (!existsSync(own) && canInstall()) {
    console.log(`Installing ${name} …`);
    await (program.newerFrom === undefined
      ? install(program.package)
      : installNewer(program.package, program.newerFrom));
  }
  return [own, ...program.others].find((path) => existsSync(path));
}

/** The variables for all of these programs that are there, for a child process. */
export async function programVariables(names) {
  const found = [];
  for (const name of names) found.push([variableOf(name), await programPath(name)]);
  return Object.fromEntries(found.filter(([, path]) => path !== undefined));
}

const debiansPostgres = '/usr/lib/postgresql';

/** The folder of a PostgreSQL with all of its programs, which the bundled one lacks: `pg_basebackup` and `pg_rewind`. */
export async function postgresFolder() {
  const { POSTGRES_FOLDER: named } = process.env;
  if (named !== undefined && named !== '') return named;
  const found = () =>
    existsSync(debiansPostgres)
      ? readdirSync(debiansPostgres)
          .filter((version) => existsSync(join(debiansPostgres, version, 'bin', 'pg_basebackup')))
          .toSorted((one, other) => Number(other) - Number(one))
          .map((version) => join(debiansPostgres, version, 'bin'))[0]
      : undefined;
  if (found() === undefined && canInstall()) {
    console.log('Installing PostgreSQL …');
    await install('postgresql-15', { withoutCluster: true });
  }
  return found();
}
