import { parentPort, workerData } from 'node:worker_threads';

// Sends the file of `bench/imports.ts` from a thread of its own: writing and reading megabytes of JSON would hold up the
// clock of the redirects that are measured meanwhile.

export type ImportTarget = { origin: string; merchant: string; csv: string };
export type Sent = { seconds: number; created: number; unchanged: number };

async function openImporter({ origin, merchant, csv }: ImportTarget): Promise<(preview: boolean) => Promise<Sent>> {
  const json = { 'content-type': 'application/json' };
  const login = JSON.stringify({ email: 'staff@bench.test', password: 'bench-bench' });
  const answer = await fetch(`${origin}/api/v1/login`, { method: 'POST', headers: json, body: login });
  const { data } = (await answer.json()) as { data: { token: string } };
  const headers = { ...json, authorization: `Bearer ${data.token}` };
  return async (preview) => {
    const body = JSON.stringify({ source: 'csv', csv, preview });
    const startedAt = performance.now();
    const answer = await fetch(`${origin}/api/v1/brand/${merchant}/products/import`, { method: 'POST', headers, body });
    const text = await answer.text();
    const seconds = (performance.now() - startedAt) / 1_000;
    if (!answer.ok) throw new Error(`the import was answered ${answer.status}: ${text.slice(0, 300)}`);
    const { data: done } = JSON.parse(text) as { data: Omit<Sent, 'seconds'> };
    return { seconds, created: done.created, unchanged: done.unchanged };
  };
}

const send = await openImporter(workerData as ImportTarget);
const port = parentPort;
port?.postMessage([await send(true), await send(false), await send(true)] satisfies [Sent, Sent, Sent]);
