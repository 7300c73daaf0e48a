import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loopbackPort } from './process.ts';
import { unprivileged, unprivilegedFolder } from './unprivileged.ts';

// Three etcd servers, two or three machines of Patroni, and HAProxy, on loopback and with the files that operators copy.

const programs = {
  etcd: process.env['ETCD_PATH'] ?? '/usr/bin/etcd',
  patroni: process.env['PATRONI_PATH'] ?? '/usr/bin/patroni',
  haproxy: process.env['HAPROXY_PATH'] ?? '/usr/sbin/haproxy',
};
const postgresPrograms = process.env['POSTGRES_FOLDER'] ?? '/usr/lib/postgresql/15/bin';

/** Without them, tests of a failover are skipped. */
export const hasPatroni = [...Object.values(programs), join(postgresPrograms, 'pg_rewind')].every((path) =>
  existsSync(path),
);

const shipped = new URL('../../deploy/patroni/', import.meta.url);
const etcdServers = 3;

export type PatroniCluster = {
  /** As a superuser, through HAProxy's port for the primary. */
  primaryUrl(database: string): string;
  replicaUrl(database: string): string;
  /** The number of the machine that leads, as Patroni says it. */
  leader(): Promise<number | undefined>;
  /** Whether a replica has everything that is acknowledged, so that it may take over. */
  hasSuccessor(): Promise<boolean>;
  /** Ends Patroni and PostgreSQL of a machine, as a power failure would. */
  kill(machine: number): Promise<void>;
  /** Hands the lead over in order. */
  switchover(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Ports = (address: string) => number;

/** Gives each address of the files a port of its own. */
async function portsFor(addresses: readonly string[]): Promise<Ports> {
  const ports = new Map<string, number>();
  for (const address of addresses) ports.set(address, await loopbackPort());
  return (address) => ports.get(address) ?? 1;
}

function onLoopback(text: string, ports: Ports): string {
  return text
    .replaceAll(
      /(10\.0\.0\.\d):5432 check port 8008/g,
      (_, machine) => `127.0.0.1:${ports(`${machine}:5432`)} check port ${ports(`${machine}:8008`)}`,
    )
    .replaceAll(/10\.0\.0\.\d:\d+/g, (address) => `127.0.0.1:${ports(address)}`)
    .replaceAll(/127\.0\.0\.1:(5000|5001)\b/g, (address) => `127.0.0.1:${ports(address)}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32');
}

/** The same file for another machine: only its own name and address differ. */
function ofMachine(text: string, number: number): string {
  return text
    .replaceAll(/^(name: \w+)-1$/gm, `$1-${number}`)
    .replaceAll(/^( *(?:listen|connect_address|[a-z-]+-urls): (?:http:\/\/)?10\.0\.0\.)1:/gm, `$1${number}:`);
}

function isHealthy(etcd: string): Promise<boolean> {
  return fetch(`${etcd}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function startPatroni({ machines = 2 }: { machines?: 2 | 3 } = {}): Promise<PatroniCluster> {
  await using undo = new AsyncDisposableStack();
  const root = await unprivilegedFolder('vitrine-patroni-');
  undo.defer(() => rm(root, { recursive: true, force: true }));
  const numbers = [1, 2, 3];
  const places = [2379, 2380, 8008, 5432].flatMap((port) => numbers.map((number) => `10.0.0.${number}:${port}`));
  const ports = await portsFor([...places, '127.0.0.1:5000', '127.0.0.1:5001']);
  const children = new Map<string, ChildProcess>();
  const start = (name: string, program: string, args: readonly string[]) => {
    children.set(name, spawn(program, args, { ...unprivileged, cwd: root, stdio: 'ignore' }));
  };
  undo.defer(async () => {
    for (const name of children.keys()) await end(children.get(name));
  });

  const read = (file: string) => readFile(new URL(file, shipped), 'utf8');
  const write = async (name: string, text: string) => {
    const path = join(root, name);
    await writeFile(path, onLoopback(text, ports));
    return path;
  };
  const etcd = await read('etcd.yml');
  for (const number of numbers.slice(0, etcdServers)) {
    const text = ofMachine(etcd, number).replace('/var/lib/etcd/vitrine', join(root, `etcd-${number}`));
    start(`etcd-${number}`, programs.etcd, ['--config-file', await write(`etcd-${number}.yml`, text)]);
  }
  // Patroni tries again only after five seconds.
  while (!(await isHealthy(`http://127.0.0.1:${ports('10.0.0.1:2379')}`))) await pause(50);
  const patroni = await read('patroni.yml');
  for (const number of numbers.slice(0, machines)) {
    const path = await write(`patroni-${number}.yml`, inFolder(ofMachine(patroni, number), root, number));
    start(`patroni-${number}`, programs.patroni, [path]);
  }
  start('haproxy', programs.haproxy, ['-db', '-f', await write('haproxy.cfg', await read('haproxy.cfg'))]);

  const api = (number: number) => `http://127.0.0.1:${ports(`10.0.0.${number}:8008`)}`;
  const membersOf = async (): Promise<Member[]> => {
    for (const number of numbers.slice(0, machines)) {
      const answer = await fetch(`${api(number)}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const leaderName = async () =>
    (await membersOf()).find(({ role, state }) => role === 'leader' && state === 'running')?.name;
  const hasSuccessor = async () => (await membersOf()).some(({ role }) => role === 'sync_standby');
  const isWhole = async () => (await membersOf()).length === machines && (await hasSuccessor());
  while (!(await isWhole())) await pause(100);
  const held = undo.move();
  return {
    primaryUrl: (database) => urlOf(ports('127.0.0.1:5000'), database),
    replicaUrl: (database) => urlOf(ports('127.0.0.1:5001'), database),
    leader: async () => {
      const name = await leaderName();
      return name === undefined ? undefined : Number(name.slice('postgres-'.length));
    },
    hasSuccessor,
    async kill(machine) {
      const postmaster = join(root, `postgres-${machine}`, 'postmaster.pid');
      const [pid = ''] = (await readFile(postmaster, 'utf8')).split('\n');
      // First Patroni, which would start PostgreSQL again.
      await end(children.get(`patroni-${machine}`));
      process.kill(Number(pid), 'SIGKILL');
    },
    async switchover() {
      const leader = await leaderName();
      const number = Number(leader?.slice('postgres-'.length));
      const answer = await fetch(`${api(number)}/switchover`, { method: 'POST', body: JSON.stringify({ leader }) });
      if (!answer.ok) throw new Error(`Patroni did not switch over: ${await answer.text()}`);
    },
    async [Symbol.asyncDispose]() {
      for (const number of numbers.slice(0, machines)) {
        const path = join(root, `postgres-${number}`, 'postmaster.pid');
        const [pid] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
        await end(children.get(`patroni-${number}`));
        if (pid) endProcess(Number(pid));
      }
      await held.disposeAsync();
    },
  };
}

type Member = { name: string; role: string; state: string };

const urlOf = (port: number, database: string) =>
  `postgres://postgres:SUPERUSER_PASSWORD@127.0.0.1:${port}/${database}`;

/** The leases are shorter than in the file, and nothing is synced to the disk: processes are killed, not machines. */
function inFolder(text: string, root: string, number: number): string {
  return text
    .replace('/var/lib/postgresql/vitrine', join(root, `postgres-${number}`))
    .replace('/var/lib/postgresql/.pgpass-patroni', join(root, `pgpass-${number}`))
    .replace('/usr/lib/postgresql/15/bin', postgresPrograms)
    .replace('- local all all peer', '- local all all trust')
    .replace('ttl: 20', 'ttl: 7')
    .replace('loop_wait: 5', 'loop_wait: 1')
    .replace('retry_timeout: 5', 'retry_timeout: 3')
    .replace(
      /^( *)max_connections: 200$/m,
      `$1max_connections: 200\n$1fsync: 'off'\n$1unix_socket_directories: '${root}'`,
    );
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its Patroni.
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
