import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { BenchFigure } from './figure.ts';
import type { HostileSent, HostileTarget } from './hostile.sender.ts';
import { openBenchBooks } from './ledger.books.ts';
import { openBench } from './ledger.database.ts';
import { openNode } from './nodes.ts';
import { quantileOf } from './quantile.ts';

// Redirects of a node to which a brand and strangers send everything that is made to cost a reader much: how long its
// thread is held up at most, and the usual time of a redirect, against the same without.

const code = 'bench-hostile';
const rounds = 3;

/** Redirects one after the other, so that the slowest one shows how long the thread was held up. */
async function redirectsUntil(origin: string, isOver: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (!isOver()) {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}/s/${code}`, { redirect: 'manual' });
    await answer.arrayBuffer();
    taken.push(performance.now() - startedAt);
    if (answer.status !== 302) throw new Error(`a redirect was answered ${answer.status}`);
    await pause(2);
  }
  return taken;
}

const forSeconds = (seconds: number) => {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
};

async function sendHostile(target: HostileTarget): Promise<HostileSent> {
  const thread = new Worker(new URL('hostile.sender.ts', import.meta.url), { workerData: target });
  const [sent]: HostileSent[] = await once(thread, 'message');
  if (!sent) throw new Error('the thread that sends said nothing');
  return sent;
}

export async function measureHostile({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  const seconds = quick ? 8 : 25;
  await using bench = await openBench({});
  await using undo = new AsyncDisposableStack();
  await openBenchBooks(bench.ctx, new Date(Date.now() - 3_600_000));
  const owner = new pg.Client({ connectionString: bench.url });
  await owner.connect();
  undo.defer(() => owner.end());
  await owner.query(`insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
    select merchant_id, gen_random_uuid(), id, creator_id, '${code}', 'https://shop.example/shirt', now() from merchant_accounts limit 1`);
  const { rows } = await owner.query<{ id: string }>('select merchant_id as id from merchant_staff limit 1');
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-hostile-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const node = await openNode(1, bench.url, folder, { settings: { ROLES: 'api,redirect' } });
  undo.defer(() => node.kill());
  await node.start();
  const target = { origin: node.url, merchant: rows[0]?.id ?? '', seconds };
  await redirectsUntil(node.url, forSeconds(3));
  const quiet: number[] = [];
  const during: number[] = [];
  const answers: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(...(await redirectsUntil(node.url, forSeconds(seconds / 2))));
    let isDone = false;
    const sending = sendHostile(target).finally(() => (isDone = true));
    const [taken, sent] = await Promise.all([redirectsUntil(node.url, () => isDone), sending]);
    during.push(...taken);
    for (const [line, times] of Object.entries(sent.answers)) answers[line] = (answers[line] ?? 0) + times;
  }
  const [p99, usual] = [quantileOf(during, 0.99), quantileOf(quiet, 0.99)];
  const [longest, longestQuiet] = [Math.max(...during), Math.max(...quiet)];
  const failures = Object.keys(answers).filter((line) => line.endsWith(' 500'));
  return [
    {
      name: 'hostile: the longest redirect, while hostile bodies, files and lists are read',
      value: `${longest.toFixed(1)} ms`,
      yardstick: `${longestQuiet.toFixed(1)} ms without`,
      ratio: (longest / longestQuiet).toFixed(2),
      goal: '≤ 50 ms',
      holds: longest <= 50,
    },
    {
      name: '  redirect beside it, p99',
      value: `${p99.toFixed(1)} ms`,
      yardstick: `${usual.toFixed(1)} ms without`,
      ratio: (p99 / usual).toFixed(2),
      goal: '≤ 2 ×',
      holds: p99 <= 2 * usual,
    },
    {
      name: '  answers of 500',
      value: String(failures.length),
      yardstick: Object.entries(answers)
        .map(([line, times]) => `${line}: ${times}`)
        .join(', '),
      ratio: '',
      goal: '0',
      holds: failures.length === 0,
    },
  ];
}
