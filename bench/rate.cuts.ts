import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { BenchFigure } from './figure.ts';
import { openBenchBooks } from './ledger.books.ts';
import { openBench } from './ledger.database.ts';
import { openNode } from './nodes.ts';
import { quantileOf } from './quantile.ts';

// A brand with 10,000 creators lowers its rate: how long until everybody's notice and email is queued, and how long the
// calls of a creator take meanwhile, compared with the same calls before it.

const creators = 10_000;
const patienceMs = 120_000;
const password = 'bench-bench';

const addCreators = `
  with made as (
    insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
    select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n, 'creator', 'many' || n || '@creators.test', 'Many ' || n, 'many' || n, 100, now() - interval '1 day'
    from generate_series(1, ${creators}) n returning id)
  insert into merchant_accounts (merchant_id, id, creator_id, joined_at)
  select m.id, gen_random_uuid(), made.id, now() - interval '1 day' from made cross join merchants m`;

const queued = `select (select count(*)::int from mails where kind = 'rate_change' and recipient like 'many%') as mails,
  (select count(*)::int from notifications n where n.kind = 'rate_change') as notices`;

async function logIn(origin: string, email: string): Promise<Record<string, string>> {
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${origin}/api/v1/login`, { method: 'POST', headers: json, body });
  const { data } = (await answer.json()) as { data: { token: string } };
  return { ...json, authorization: `Bearer ${data.token}` };
}

/** Milliseconds of calls by four clients, until `isOver`. */
async function readUntil(origin: string, headers: Record<string, string>, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const client = async () => {
    while (!isOver()) {
      const startedAt = performance.now();
      const answer = await fetch(`${origin}/api/v1/overview?days=7`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the overview was answered ${answer.status}`);
      times.push(performance.now() - startedAt);
      await pause(20);
    }
  };
  await Promise.all(Array.from({ length: 4 }, client));
  return times;
}

/** Lowers the rate; returns the seconds until everybody's notice and email was queued. */
async function cutRate(origin: string, owner: pg.Client): Promise<number> {
  const staff = await logIn(origin, 'staff@bench.test');
  const { rows } = await owner.query<{ id: string }>('select id from merchants');
  const asked = await fetch(`${origin}/api/v1/step-up`, {
    method: 'POST',
    headers: staff,
    body: JSON.stringify({ password }),
  });
  const { data } = (await asked.json()) as { data: { proof: string } };
  const startedAt = performance.now();
  const answer = await fetch(`${origin}/api/v1/brand/${rows[0]?.id}/terms`, {
    method: 'POST',
    headers: staff,
    body: JSON.stringify({ rules: [{ kind: 'percentage', rate: 500 }], proof: data.proof }),
  });
  if (!answer.ok) throw new Error(`the terms were answered ${answer.status}: ${await answer.text()}`);
  while (performance.now() - startedAt < patienceMs) {
    const { rows: counts } = await owner.query<{ mails: number; notices: number }>(queued);
    if (counts[0]?.mails === creators && counts[0].notices >= creators) return (performance.now() - startedAt) / 1_000;
    await pause(100);
  }
  throw new Error('not every creator was told');
}

export async function measureRateCut({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using bench = await openBench({});
  await using undo = new AsyncDisposableStack();
  await openBenchBooks(bench.ctx, new Date(Date.now() - 3_600_000));
  const owner = new pg.Client({ connectionString: bench.url });
  await owner.connect();
  undo.defer(() => owner.end());
  await owner.query(addCreators);
  await owner.query('analyze');
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-rate-cut-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const node = await openNode(1, bench.url, folder);
  undo.defer(() => node.kill());
  await node.start();
  const reader = await logIn(node.url, 'model-0@creators.test');
  const forSeconds = (seconds: number) => {
    const end = performance.now() + seconds * 1_000;
    return () => performance.now() > end;
  };
  await readUntil(node.url, reader, forSeconds(5));
  const before = await readUntil(node.url, reader, forSeconds(quick ? 10 : 30));
  let isDone = false;
  const cut = cutRate(node.url, owner).finally(() => (isDone = true));
  const [during, seconds] = await Promise.all([readUntil(node.url, reader, () => isDone), cut]);
  const [p99, usual] = [quantileOf(during, 0.99), quantileOf(before, 0.99)];
  return [
    {
      name: `rate cut: notices and emails of ${creators} creators queued`,
      value: `${seconds.toFixed(1)} s`,
      yardstick: '',
      ratio: '',
      goal: '≤ 10 s',
      holds: seconds <= 10,
    },
    {
      name: '  a creator’s overview beside it, p99',
      value: `${p99.toFixed(1)} ms of ${during.length} calls`,
      yardstick: `${usual.toFixed(1)} ms of ${before.length} before`,
      ratio: (p99 / usual).toFixed(2),
      goal: '≤ 2 ×',
      holds: p99 <= 2 * usual,
    },
  ];
}
