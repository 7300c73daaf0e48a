import { openSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openWire, type ServerProcess, startServerProcess } from '../world/process.ts';
import { demoPassword } from '../world/people.ts';
import { openWorld, type World } from '../world/world.ts';
import { readConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

// Mostly tests the real process, because it is what must stop in time.

// Starting a process takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
/** Docker kills a container that takes longer to stop. */
const longestStopMs = 10_000;
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

function visit(origin: string, path: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer));
    }).on('error', reject);
  });
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ava@creators.test', password: demoPassword }),
  });
  const { data }: { data: { token: string } } = JSON.parse(await answer.text());
  return data.token;
}

/** A client that sends the next request after each answer, until it is refused. */
async function requestUntilRefused(origin: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const answer = await visit(origin, '/healthz', agent).catch(() => undefined);
    if (answer === undefined) return agent.destroy();
  }
}

/** Half a request that is never completed. */
function hang(origin: string): void {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'POST /api/v1/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  );
  onTestFinished(() => void socket.destroy());
}

/** A server in this process, which takes each step of its stop when the test says so. */
async function startHere(): Promise<RunningServer> {
  const running = await startServer(
    readConfig({
      DATA_DIR: world.ctx.config.dataDir,
      DATABASE_URL: world.ctx.database.url,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
  );
  onTestFinished(() => running.stop());
  return running;
}

/** The process's exit code, and whether it came in time. */
async function endOf({ child, ended }: ServerProcess): Promise<{ code: number | NodeJS.Signals; isInTime: boolean }> {
  const startedAt = performance.now();
  child.kill('SIGTERM');
  const code = await ended;
  return { code, isInTime: performance.now() - startedAt <= longestStopMs };
}

test('SIGTERM ends the process before Docker kills it, with keep-alive clients, a live stream and a hanging request', async () => {
  await using server = await startServerProcess({ env: { DATABASE_URL: world.ctx.database.url } });
  const { origin } = server;
  const idle = new Agent({ keepAlive: true });
  onTestFinished(() => idle.destroy());
  await visit(origin, '/healthz', idle);
  const token = await signIn(origin);
  const stream = await fetch(`${origin}/api/v1/events`, { headers: { Authorization: `Bearer ${token}` } });
  expect(stream.status).toBe(200);
  hang(origin);
  const busy = requestUntilRefused(origin);
  expect(await endOf(server)).toEqual({ code: 0, isInTime: true });
  await busy;
  await stream.text().catch(() => 'cut');
});

test('SIGTERM ends the process before Docker kills it while the database hangs during requests', async () => {
  const wire = await openWire(world.ctx.database.url);
  await using server = await startServerProcess({ env: { DATABASE_URL: wire.url } });
  const token = await signIn(server.origin);
  wire.silence();
  onTestFinished(() => wire.close());
  const waiting = Array.from({ length: 20 }, () =>
    fetch(`${server.origin}/api/v1/me`, { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined),
  );
  expect(await endOf(server)).toEqual({ code: 0, isInTime: true });
  await Promise.all(waiting);
});

test('readiness fails while everything is still served, so that a load balancer can redirect traffic', async () => {
  const running = await startHere();
  const statusOf = (path: string) => fetch(`${running.url}${path}`).then((answer) => answer.status);
  expect(await statusOf('/readyz')).toBe(200);
  running.leave();
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/s/nobody-has-this')).toBe(404);
  await running.stop();
  await expect(statusOf('/healthz')).rejects.toThrow('fetch failed');
});

test('after SIGTERM, a load balancer has a second to redirect traffic', async () => {
  await using server = await startServerProcess({ env: { DATABASE_URL: world.ctx.database.url, ROLES: 'redirect' } });
  // Before the start is over, a signal ends the process right away. The metrics are answered from then on.
  await expect.poll(() => fetch(`${server.origin}/metrics`).then(({ status }) => status)).toBe(200);
  const startedAt = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  // A timer can be a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThan(990);
});

test('a full disk under the output does not end the server', async () => {
  const full = openSync('/dev/full', 'w');
  await using server = await startServerProcess({
    env: { DATABASE_URL: world.ctx.database.url, LOG_LEVEL: 'debug' },
    output: full,
  });
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.origin}/api/v1/me`)).status).toBe(401);
});

test('a closed output does not end the server', async () => {
  const wire = await openWire(world.ctx.database.url);
  await using server = await startServerProcess({
    // All connections are on the wire, also where the others go through a pooler.
    env: { DATABASE_URL: wire.url, DATABASE_DIRECT_URL: wire.url, LOG_LEVEL: 'debug' },
    output: 'pipe',
  });
  server.child.stdout?.destroy();
  // Broken connections are logged.
  wire.close();
  const readiness = () => fetch(`${server.origin}/readyz`).then((answer) => answer.status);
  await expect.poll(readiness, { timeout: 15_000 }).toBe(503);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});
