import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchFigure } from './figure.ts';
import { type MessageClient, type Seen, startClient } from './messages.clients.ts';
import { accountsOfBrands, addMember, openBenchSession, type Stage } from './messages.people.ts';
import { type Node, openNode } from './nodes.ts';
import { openStage } from './redirect.stage.ts';

// Fifty users write in ten threads over two nodes, while connections are cut, nodes are killed and the database is
// restarted. At the end, everyone must have read what the database contains, in its order, each message once.

const threads = 10;
const sessionsOf = { creator: 2, staff: 3 };
const naiveServer = fileURLToPath(new URL('messages.naive.ts', import.meta.url));

type Place = { thread: string; path: string; token: string };

/** Users on both sides of each thread, each thread with a brand of its own, and a session for each user. */
async function openPlaces(stage: Stage): Promise<Place[]> {
  const accounts = (await accountsOfBrands(stage, 1)).slice(0, threads);
  const places: Place[] = [];
  for (const { id, merchantId, creatorId } of accounts) {
    for (let session = 0; session < sessionsOf.creator; session += 1)
      places.push({ thread: id, path: `/chatroom/threads/${id}`, token: await openBenchSession(stage, creatorId) });
    for (let person = 0; person < sessionsOf.staff; person += 1)
      places.push({
        thread: id,
        path: `/brand/${merchantId}/threads/${id}`,
        token: await addMember(stage, merchantId),
      });
  }
  return places;
}

type Run = { clients: MessageClient[]; kills: number; restarts: number };

/** Like a supervisor: a node that finds no database at its start is started again. */
async function startAgain(node: Node | undefined): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const hasStarted = await node?.start().then(
      () => true,
      () => false,
    );
    if (hasStarted) return;
    await pause(500);
  }
  throw new Error('a node did not come back');
}

/** Everyone writes. At each quarter, a node is killed and comes back; at 60% the database restarts. */
async function live(stage: Stage, nodes: readonly Node[], places: readonly Place[], perClient: number): Promise<Run> {
  const origins = nodes.map(({ url }) => url);
  const clients = places.map((place) => startClient({ origins, ...place }));
  const total = perClient * clients.length;
  const run: Run = { clients, kills: 0, restarts: 0 };
  const faults: { at: number; happen(): Promise<void> }[] = [0.25, 0.5, 0.75].map((at, index) => ({
    at,
    happen: async () => {
      const node = nodes[index % nodes.length];
      await node?.kill();
      run.kills += 1;
      await startAgain(node);
    },
  }));
  faults.push({
    at: 0.6,
    happen: async () => {
      await stage.stopDatabase();
      run.restarts += 1;
      await stage.startDatabase();
    },
  });
  let sent = 0;
  const happening: Promise<void>[] = [];
  const onSent = () => {
    sent += 1;
    for (const fault of faults.filter(({ at }) => sent === Math.floor(total * at))) happening.push(fault.happen());
  };
  await Promise.all(clients.map((client) => client.write(perClient, onSent)));
  await Promise.all(happening);
  return run;
}

type Stored = Seen & { thread: string };
type Verdict = { lost: number; doubled: number; misread: number };

/** Compares every reader's log with the database's order, after they have read everything or given up. */
async function judge(run: Run, stored: () => Promise<Stored[]>): Promise<Verdict> {
  const rows = await stored();
  const byThread = Map.groupBy(rows, ({ thread }) => thread);
  const deadline = performance.now() + 60_000;
  for (const client of run.clients) {
    const last = byThread.get(client.thread)?.at(-1)?.seq ?? 0;
    while ((client.seen.at(-1)?.seq ?? 0) < last && performance.now() < deadline) {
      await client.catchUp().catch(() => undefined);
      await pause(20);
    }
    client.stop();
  }
  const counts = new Map<string, number>();
  for (const { body } of rows) counts.set(body, (counts.get(body) ?? 0) + 1);
  const verdict: Verdict = { lost: 0, doubled: 0, misread: 0 };
  for (const body of run.clients.flatMap(({ sent }) => sent)) {
    const count = counts.get(body) ?? 0;
    if (count === 0) verdict.lost += 1;
    verdict.doubled += Math.max(0, count - 1);
  }
  for (const { thread, seen } of run.clients) {
    const order = byThread.get(thread) ?? [];
    const isSame =
      seen.length === order.length &&
      order.every(({ seq, body }, place) => seen[place]?.seq === seq && seen[place].body === body);
    if (isSame) continue;
    const known = new Set(seen.map(({ seq }) => seq));
    verdict.misread += Math.max(1, order.filter(({ seq }) => !known.has(seq)).length);
  }
  return verdict;
}

const ours = (stage: Stage) => () =>
  stage.query<Stored>('select thread_id as thread, seq::int as seq, body from messages order by thread_id, seq');
const naive = (stage: Stage) => () =>
  stage.query<Stored>('select thread, id::int as seq, body from naive_messages order by thread, id');

async function runOver(perClient: number, command: readonly string[] | undefined) {
  await using undo = new AsyncDisposableStack();
  const stage = undo.use(await openStage(0));
  const nodes = await Promise.all(
    [1, 2].map((number) => openNode(number, stage.url, join(stage.folder, `node-${number}`), { command })),
  );
  undo.defer(async () => void (await Promise.all(nodes.map((node) => node.kill()))));
  for (const node of nodes) await node.start();
  const startedAt = performance.now();
  const run = await live(stage, nodes, await openPlaces(stage), perClient);
  const verdict = await judge(run, command ? naive(stage) : ours(stage));
  const gaps = command
    ? []
    : await stage.query('select 1 from messages group by thread_id having count(*) <> max(seq) or min(seq) <> 1');
  return { run, verdict, gaps: gaps.length, seconds: (performance.now() - startedAt) / 1_000 };
}

export async function measureMessages(options: { quick: boolean }): Promise<BenchFigure[]> {
  const people = threads * (sessionsOf.creator + sessionsOf.staff);
  const perClient = options.quick ? 20 : 100;
  const product = await runOver(perClient, undefined);
  const control = await runOver(Math.min(perClient, 20), [naiveServer]);
  const textOf = ({ lost, doubled, misread }: Verdict) => `${lost} lost, ${doubled} doubled, ${misread} misread`;
  const resent = product.run.clients.reduce((sum, { counts }) => sum + counts.resent, 0);
  const cut = product.run.clients.reduce((sum, { counts }) => sum + counts.cut, 0);
  const { lost, doubled, misread } = product.verdict;
  const wrong = control.verdict.lost + control.verdict.doubled + control.verdict.misread;
  return [
    {
      name: `${people * perClient} messages, ${people} clients, 2 nodes, ${product.run.kills} kills, ${product.run.restarts} database restart`,
      value: textOf(product.verdict),
      yardstick: `${resent} sent again, ${cut} streams cut, ${product.seconds.toFixed(0)} s`,
      ratio: '',
      goal: '0, one order per thread',
      holds: lost + doubled + misread + product.gaps === 0 && product.run.kills === 3 && product.run.restarts === 1,
    },
    {
      name: '  the same on a naive server (sequence numbers, no client id)',
      value: textOf(control.verdict),
      yardstick: `${people * Math.min(perClient, 20)} messages`,
      ratio: '',
      goal: 'fails',
      holds: wrong > 0,
    },
  ];
}
