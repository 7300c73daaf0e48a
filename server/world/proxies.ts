import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { selfSigned } from '../src/doctor/certificate.testing.ts';
import { loopbackPort } from './ports.ts';

// nginx and Caddy on loopback, with the files that operators copy.

const programs = {
  nginx: process.env['NGINX_PATH'] ?? '/usr/sbin/nginx',
  caddy: process.env['CADDY_PATH'] ?? '/usr/bin/caddy',
};

/** Without it, tests behind this proxy are skipped. */
export const hasProxy = (name: keyof typeof programs): boolean => existsSync(programs[name]);

export type Proxy = {
  /** Asks over TLS, as a visitor of this host name. */
  ask(path: string, headers?: Record<string, string>): Promise<ProxyAnswer>;
  [Symbol.asyncDispose](): Promise<void>;
};
export type ProxyAnswer = { status: number; headers: Record<string, unknown>; body: string };

const shipped = (name: string) => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const hostName = 'localhost';

/** Asks until the program has bound its port. */
async function running(child: ChildProcess, port: number, folder: string): Promise<Proxy> {
  const ended = once(child, 'exit');
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<ProxyAnswer> => {
    const call = request({
      host: '127.0.0.1',
      port,
      path,
      headers: { host: hostName, ...headers },
      servername: hostName,
      rejectUnauthorized: false,
      agent: false,
    });
    call.end();
    const [answer] = await once(call, 'response');
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };
  const isUp = () =>
    ask('/healthz').then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the proxy did not start');
    await pause(50);
  }
  return {
    ask,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The addresses that answer shortlinks, and everything else. */
export type Upstreams = { links: readonly string[]; rest: readonly string[] };

export async function startNginx({ links, rest }: Upstreams): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'));
  const [port, plain] = [await loopbackPort(), await loopbackPort()];
  const { key, cert } = selfSigned(new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000));
  await writeFile(join(folder, 'privkey.pem'), key);
  await writeFile(join(folder, 'fullchain.pem'), cert);
  const servers = (urls: readonly string[]) => urls.map((url) => `server ${new URL(url).host};`).join('\n    ');
  const file = (await shipped('nginx.conf'))
    .replace(/(upstream vitrine \{\n {4})server 127\.0\.0\.1:3000;/, `$1${servers(rest)}`)
    .replace(/(upstream vitrine_links \{\n {4})server 127\.0\.0\.1:3000;/, `$1${servers(links)}`)
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/letsencrypt/live/creators.example.com', folder)
    .replaceAll('creators.example.com', hostName);
  await writeFile(join(folder, 'vitrine.conf'), file);
  // What Debian's own nginx.conf has around it, in this folder.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${temporary.join(' ')} include ${folder}/vitrine.conf; }
`,
  );
  const child = spawn(
    programs.nginx,
    ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
    { stdio: 'ignore' },
  );
  return running(child, port, folder);
}

/** Caddy makes a certificate of its own for `localhost`, and asks nobody for one. */
export async function startCaddy(upstream: string): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-caddy-'));
  const [port, plain] = [await loopbackPort(), await loopbackPort()];
  const own = `{
	admin off
	skip_install_trust
	https_port ${port}
	http_port ${plain}
	default_bind 127.0.0.1
}
`;
  await writeFile(join(folder, 'Caddyfile'), own + (await shipped('Caddyfile')));
  const { PATH = '' } = process.env;
  const child = spawn(programs.caddy, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: {
      PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      DOMAIN: hostName,
      UPSTREAM: new URL(upstream).host,
    },
    stdio: 'ignore',
  });
  return running(child, port, folder);
}
