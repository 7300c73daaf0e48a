import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { type Block, blocksOf, guidePages } from './guide.testing.ts';
import { loopbackPort } from '../world/ports.ts';
import { copySources, lendPackages, repository } from './sources.testing.ts';

// The commands of the operator's guide, copied from its pages and run in their order, by a bash in a clean folder, with
// a PostgreSQL of their own. `git clone` clones a copy of these sources; `npm ci` is spared, because it needs minutes.

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let folder: string;
let postgres: EmbeddedPostgres;
let environment: Record<string, string>;
let replacements: [from: string, to: string][];
let place: string;
let server: ChildProcess | undefined;

/** The server of a machine, which has a superuser `postgres`, and no role `vitrine` yet. */
async function preparePostgres(): Promise<URL> {
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
  const url = new URL(postgres.url);
  url.searchParams.delete('host');
  const run = async (address: URL, statement: string) => {
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(url, `create role postgres superuser login password 'postgres'`);
  url.username = url.password = 'postgres';
  url.pathname = '/postgres';
  await run(url, 'alter database vitrine rename to embedded');
  await run(url, 'alter role vitrine rename to embedded');
  return url;
}

/** `sudo` without another user, and a `psql` that runs the statements that it reads. */
async function writePrograms(bin: string, superuser: URL): Promise<void> {
  await mkdir(bin);
  await writeFile(join(bin, 'sudo'), '#!/bin/sh\nshift 2\nexec "$@"\n', { mode: 0o755 });
  const psql = `#!${process.execPath}
    const pg = require(${JSON.stringify(join(repository, 'node_modules/pg'))});
    const client = new pg.Client({ connectionString: ${JSON.stringify(superuser.href)} });
    const statements = require('node:fs').readFileSync(0, 'utf8').split(/;\\n/).filter((text) => text.trim() !== '');
    (async () => {
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    })();`;
  await writeFile(join(bin, 'psql'), psql, { mode: 0o755 });
}

async function prepareOrigin(origin: string): Promise<void> {
  await copySources(origin);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', origin, '-c', 'user.name=T', '-c', 'user.email=t@portal.example', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=sources');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-guide-'));
  const superuser = await preparePostgres();
  const bin = join(folder, 'bin');
  await writePrograms(bin, superuser);
  await prepareOrigin(join(folder, 'origin'));
  for (const name of ['work', 'backups', 'other']) await mkdir(join(folder, name));
  place = join(folder, 'work');
  const port = String(await loopbackPort());
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const path = [bin, dirname(process.execPath), PATH].join(delimiter);
  environment = { PATH: path, HOME, TMPDIR, PORT: port };
  replacements = [
    ['ADDRESS-OF-THE-REPOSITORY', join(folder, 'origin')],
    ['https://creators.example.com', `http://127.0.0.1:${port}`],
    ['127.0.0.1:5432', superuser.host],
    ['/var/lib/vitrine', join(folder, 'data')],
    ['/backups/', `${join(folder, 'backups')}/`],
    ['/srv/vitrine', join(folder, 'release')],
  ];
});
afterAll(async () => {
  if (server) await stopServer(server);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  // The group, because npm doesn't pass signals on.
  process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
}

function substitute(text: string): string {
  return replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

/** Runs a block where the last one ended. Returns its exit code and what it printed. */
async function run(text: string, extra: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const where = join(folder, 'where');
  const script = `set -euo pipefail\n${substitute(text)}\npwd > ${where}`;
  const child = spawn('bash', ['-c', script], { cwd: place, env: { ...environment, ...extra } });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (bytes) => (said += String(bytes)));
  const [code] = await once(child, 'close');
  if (code === 0) place = (await readFile(where, 'utf8')).trim();
  return { code, said };
}

/** Starts a server and returns what it printed until it was ready. */
async function serve(text: string): Promise<string[]> {
  server = spawn('bash', ['-c', substitute(text)], { cwd: place, env: environment, detached: true });
  const lines: string[] = [];
  if (!server.stdout) throw new Error('the server has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line);
    if (line.startsWith('Vitrine is ready')) break;
  }
  server.stdout.resume();
  return lines;
}

/** The restored database and its data folder, where the guide wants empty ones. */
async function emptyTarget(): Promise<Record<string, string>> {
  await run(`sudo -u postgres psql <<'SQL'\ncreate database restored owner vitrine;\nSQL`);
  const [, host = ''] = replacements.find(([from]) => from === '127.0.0.1:5432') ?? [];
  return { DATABASE_URL: `postgres://vitrine:PASSWORD@${host}/restored`, DATA_DIR: join(folder, 'restored') };
}

async function follow(block: Block): Promise<void> {
  if (block.kind === 'not-run') return;
  if (block.kind === 'serve') {
    expect((await serve(block.text)).at(-1)).toMatch(/^Vitrine is ready/);
    return;
  }
  const { code, said } = await run(block.text, block.text.includes('npm run restore') ? await emptyTarget() : {});
  const most = block.kind === 'warns' ? 1 : 0;
  expect(code, `${block.page}.md: ${block.text}\n${said}`).toBeLessThanOrEqual(most);
  if (block.text.startsWith('git clone')) await lendPackages(place);
}

test('every page with commands is followed, and every command is a correct line of bash', async () => {
  const names = (await readdir(join(repository, 'docs/operate'))).map((name) => name.replace(/\.md$/, ''));
  for (const name of names) {
    const blocks = blocksOf(name);
    if (blocks.length > 0) expect(guidePages).toContain(name);
    for (const { text } of blocks) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      expect([name, text, status, stderr]).toEqual([name, text, 0, '']);
    }
  }
  expect(spawnSync('bash', ['-n'], { input: 'if true' }).status).not.toBe(0);
});

test('the commands of the guide work, in the order of its pages', async () => {
  for (const page of guidePages) {
    // A container is a second installation: it needs a folder of its own.
    if (page === 'container') place = join(folder, 'other');
    for (const block of blocksOf(page)) await follow(block);
  }
  expect(await readdir(join(folder, 'backups'))).toHaveLength(2);
  expect(await readdir(join(folder, 'release'))).toContain('start.mjs');
});
