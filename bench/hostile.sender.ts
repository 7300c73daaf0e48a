import { parentPort, workerData } from 'node:worker_threads';
import { hostileFamilies } from '../server/hostile.testing.ts';

// Sends every hostile family to everything that reads it, round after round, from a thread of its own: making and writing
// megabytes would hold up the clock of the redirects that are measured meanwhile.

export type HostileTarget = { origin: string; merchant: string; seconds: number };
/** `answers` counts the answers by call and status. */
export type HostileSent = { answers: Record<string, number> };

const { origin, merchant, seconds } = workerData as HostileTarget;
const json = { 'content-type': 'application/json' };
const answers: Record<string, number> = {};

async function send(name: string, method: string, path: string, body: string, token = ''): Promise<unknown> {
  const headers = { ...json, ...(token !== '' && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${origin}/api/v1${path}`, { method, headers, body });
  const read: unknown = await answer.json();
  const line = `${name} ${answer.status}`;
  answers[line] = (answers[line] ?? 0) + 1;
  return read;
}

const login = JSON.stringify({ email: 'staff@bench.test', password: 'bench-bench' });
const { data } = (await send('login', 'POST', '/login', login)) as { data: { token: string } };

async function sendFamily(make: (length: number) => string): Promise<void> {
  const brand = `/brand/${merchant}`;
  const csv = `sku,title,url,price\n${make(4_000_000)}`;
  await Promise.all([
    send('body', 'POST', '/login', make(260_000)),
    send('name', 'POST', '/register', JSON.stringify({ display_name: make(120_000) })),
    send(
      'import',
      'POST',
      `${brand}/products/import`,
      JSON.stringify({ source: 'csv', csv, preview: true }),
      data.token,
    ),
    send('import', 'POST', `${brand}/products/import`, make(4_000_000), data.token),
    send('list', 'POST', `${brand}/invitations/bulk`, JSON.stringify({ list: make(900_000) }), data.token),
  ]);
}

const end = performance.now() + seconds * 1_000;
while (performance.now() < end)
  for (const make of Object.values(hostileFamilies)) {
    if (performance.now() > end) break;
    await sendFamily(make);
  }
const port = parentPort;
port?.postMessage({ answers } satisfies HostileSent);
