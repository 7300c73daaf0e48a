import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { loopbackPort } from './ports.ts';
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
const numbers = [1, 2, 3];

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

export type PatroniOptions = {
  machines?: 2 | 3;
  /** A shorter lease replaces a lost primary sooner, and a busy machine loses it without being lost. */
  leaseSeconds?: number;
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

/** Starts the programs with the files, each on ports of its own. */
class Arrangement {
  readonly #root: string;
  readonly #ports: Ports;
  readonly #machines: readonly number[];
  readonly #leaseSeconds: number;
  readonly #children = new Map<string, ChildProcess>();

  constructor(root: string, ports: Ports, { machines, leaseSeconds }: Required<PatroniOptions>) {
    this.#root = root;
    this.#ports = ports;
    this.#machines = numbers.slice(0, machines);
    this.#leaseSeconds = leaseSeconds;
  }

  async start(): Promise<void> {
    const etcd = await readFile(new URL('etcd.yml', shipped), 'utf8');
    for (const number of numbers) {
      const text = ofMachine(etcd, number).replace('/var/lib/etcd/vitrine', join(this.#root, `etcd-${number}`));
      this.#run(`etcd-${number}`, programs.etcd, ['--config-file', await this.#write(`etcd-${number}.yml`, text)]);
    }
    // Patroni tries again only after five seconds.
    while (!(await this.#isEtcdHealthy())) await this.#wait(50);
    const patroni = await readFile(new URL('patroni.yml', shipped), 'utf8');
    for (const number of this.#machines) {
      const text = inFolder(withLease(ofMachine(patroni, number), this.#leaseSeconds), this.#root, number);
      this.#run(`patroni-${number}`, programs.patroni, [await this.#write(`patroni-${number}.yml`, text)]);
    }
    const haproxy = await readFile(new URL('haproxy.cfg', shipped), 'utf8');
    this.#run('haproxy', programs.haproxy, ['-db', '-f', await this.#write('haproxy.cfg', haproxy)]);
    while (!(await this.#isWhole())) await this.#wait(100);
  }

  /** Fails if a program ended: waiting for it would never end. */
  async #wait(ms: number): Promise<void> {
    for (const [name, { exitCode, signalCode }] of this.#children)
      if (exitCode !== null || signalCode !== null) throw new Error(`${name} ended while it was started`);
    await pause(ms);
  }

  urlOf(port: '5000' | '5001', database: string): string {
    return `postgres://postgres:SUPERUSER_PASSWORD@127.0.0.1:${this.#ports(`127.0.0.1:${port}`)}/${database}`;
  }

  async leader(): Promise<string | undefined> {
    return (await this.#members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name;
  }

  async hasSuccessor(): Promise<boolean> {
    return (await this.#members()).some(({ role }) => role === 'sync_standby');
  }

  async kill(machine: number): Promise<void> {
    const patroni = this.#children.get(`patroni-${machine}`);
    // Afterwards, its number can be that of another process.
    if (!this.#children.delete(`patroni-${machine}`)) return;
    const path = join(this.#root, `postgres-${machine}`, 'postmaster.pid');
    const [pid] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
    // First Patroni, which would start PostgreSQL again.
    await end(patroni);
    if (pid) endProcess(Number(pid));
  }

  async switchover(): Promise<void> {
    const leader = await this.leader();
    const address = this.#api(Number(leader?.slice('postgres-'.length)));
    const answer = await fetch(`${address}/switchover`, { method: 'POST', body: JSON.stringify({ leader }) });
    if (!answer.ok) throw new Error(`Patroni did not switch over: ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    for (const machine of this.#machines) await this.kill(machine);
    for (const child of this.#children.values()) await end(child);
    await rm(this.#root, { recursive: true, force: true });
  }

  #run(name: string, program: string, args: readonly string[]): void {
    this.#children.set(name, spawn(program, args, { ...unprivileged, cwd: this.#root, stdio: 'ignore' }));
  }

  async #write(name: string, text: string): Promise<string> {
    const path = join(this.#root, name);
    await writeFile(path, onLoopback(text, this.#ports));
    return path;
  }

  #api(number: number): string {
    return `http://127.0.0.1:${this.#ports(`10.0.0.${number}:8008`)}`;
  }

  #isEtcdHealthy(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.#ports('10.0.0.1:2379')}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** HAProxy sees a change a little later than Patroni. */
  async #isWhole(): Promise<boolean> {
    if ((await this.#members()).length < this.#machines.length || !(await this.hasSuccessor())) return false;
    return (await answers(this.urlOf('5000', 'postgres'))) && (await answers(this.urlOf('5001', 'postgres')));
  }

  /** As the first machine says that answers. */
  async #members(): Promise<Member[]> {
    for (const number of this.#machines) {
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`${this.#api(number)}/cluster`, { signal })
        .then((response) => (response.ok ? (response.json() as Promise<{ members: Member[] }>) : undefined))
        .catch(() => undefined);
      if (answer !== undefined) return answer.members;
    }
    return [];
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, query_timeout: 2_000, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

async function startArrangement(options: Required<PatroniOptions>): Promise<Arrangement> {
  const root = await unprivilegedFolder('vitrine-patroni-');
  const places = [2379, 2380, 8008, 5432].flatMap((port) => numbers.map((number) => `10.0.0.${number}:${port}`));
  const ports = await portsFor([...places, '127.0.0.1:5000', '127.0.0.1:5001']);
  const arrangement = new Arrangement(root, ports, options);
  try {
    await arrangement.start();
  } catch (error) {
    await arrangement.stop();
    throw error;
  }
  return arrangement;
}

export async function startPatroni({ machines = 2, leaseSeconds = 12 }: PatroniOptions = {}): Promise<PatroniCluster> {
  const arrangement = await startArrangement({ machines, leaseSeconds });
  return {
    primaryUrl: (database) => arrangement.urlOf('5000', database),
    replicaUrl: (database) => arrangement.urlOf('5001', database),
    leader: async () => {
      const name = await arrangement.leader();
      return name === undefined ? undefined : Number(name.slice('postgres-'.length));
    },
    hasSuccessor: () => arrangement.hasSuccessor(),
    kill: (machine) => arrangement.kill(machine),
    switchover: () => arrangement.switchover(),
    [Symbol.asyncDispose]: () => arrangement.stop(),
  };
}

type Member = { name: string; role: string; state: string };

/** Patroni wants ttl >= loop_wait + 2 * retry_timeout. */
function withLease(text: string, seconds: number): string {
  return text
    .replace('ttl: 20', `ttl: ${seconds}`)
    .replace('loop_wait: 5', 'loop_wait: 1')
    .replace('retry_timeout: 5', `retry_timeout: ${Math.floor((seconds - 1) / 2)}`);
}

/** Nothing is synced to the disk: processes are killed, not machines. */
function inFolder(text: string, root: string, number: number): string {
  return text
    .replace('/var/lib/postgresql/vitrine', join(root, `postgres-${number}`))
    .replace('/var/lib/postgresql/.pgpass-patroni', join(root, `pgpass-${number}`))
    .replace('/usr/lib/postgresql/15/bin', postgresPrograms)
    .replace('- local all all peer', '- local all all trust')
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
