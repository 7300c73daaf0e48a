import { randomUUID } from 'node:crypto';
import { Agent, get, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasPgbouncer, startShippedPooler } from '../server/world/pooler.ts';
import type { BenchFigure } from './figure.ts';
import { accountsOfBrands, addMember, openBenchSession, type Stage } from './messages.people.ts';
import { openNode } from './nodes.ts';
import { openStage } from './redirect.stage.ts';
import { quantileOf } from './quantile.ts';

// From the moment when a brand sends a message to the moment when the creator's open portal has it. Two nodes share one
// database, one of them through PgBouncer. Messages go to both in turn, so both have the same machine.

const brands = 20;
const perSecond = 40;
const goalMs = 1_000;

type Thread = { id: string; brandPath: string; creatorToken: string; staffToken: string };

async function openThreads(stage: Stage): Promise<Thread[]> {
  const accounts = await accountsOfBrands(stage, 1);
  const threads: Thread[] = [];
  for (const { id, merchantId, creatorId } of accounts.slice(0, brands)) {
    threads.push({
      id,
      brandPath: `/api/v1/brand/${merchantId}/threads/${id}/messages`,
      creatorToken: await openBenchSession(stage, creatorId),
      staffToken: await addMember(stage, merchantId),
    });
  }
  return threads;
}

const idInEvent = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12} live/g;

/** Opens the creator's stream, and notes when it has the text of a message. */
function follow(url: string, token: string, seenAt: Map<string, number>): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const call = get(`${url}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`the stream was answered ${answer.statusCode}`));
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        const events = (rest + chunk).split('\n\n');
        rest = events.pop() ?? '';
        for (const [text] of events.join('\n').matchAll(idInEvent)) seenAt.set(text, performance.now());
      });
      answer.on('error', () => undefined);
      resolve(() => call.destroy());
    });
    call.on('error', reject);
  });
}

function post(agent: Agent, url: string, token: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** How long each message took at the node that it was sent to. One that never came counts as infinite. */
async function measureDelays(urls: readonly string[], threads: readonly Thread[], forMs: number): Promise<number[][]> {
  const nodes = urls.map((url) => ({ url, sentAt: new Map<string, number>(), seenAt: new Map<string, number>() }));
  const stops = await Promise.all(
    nodes.flatMap(({ url, seenAt }) => threads.map(({ creatorToken }) => follow(url, creatorToken, seenAt))),
  );
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let number = 0; performance.now() - startedAt < forMs; number += 1) {
    const node = nodes[number % nodes.length];
    const thread = threads[Math.floor(number / nodes.length) % threads.length];
    if (node === undefined || thread === undefined) throw new Error('there is no node or no thread');
    const id = randomUUID();
    const body = `${id} live`;
    node.sentAt.set(body, performance.now());
    const text = JSON.stringify({ client_id: id, body });
    answers.push(post(agent, `${node.url}${thread.brandPath}`, thread.staffToken, text));
    await pause(Math.max(0, startedAt + ((number + 1) * 1_000) / perSecond - performance.now()));
  }
  const refused = (await Promise.all(answers)).filter((status) => status !== 201);
  if (refused.length > 0) throw new Error(`messages were answered ${refused.join(', ')}`);
  // What a stream finds without a notice comes after 20 seconds.
  await pause(goalMs * 2);
  for (const stop of stops) stop();
  agent.destroy();
  return nodes.map(({ sentAt, seenAt }) =>
    [...sentAt].map(([body, at]) => (seenAt.get(body) ?? Number.POSITIVE_INFINITY) - at),
  );
}

export async function measureLive(options: { quick: boolean }): Promise<BenchFigure[]> {
  if (!hasPgbouncer) throw new Error('No PgBouncer was found (Debian: pgbouncer)');
  await using undo = new AsyncDisposableStack();
  const stage = undo.use(await openStage(0));
  const pooler = undo.use(await startShippedPooler(stage.url));
  const nodes = [
    await openNode(1, stage.url, join(stage.folder, 'direct')),
    await openNode(2, pooler.url, join(stage.folder, 'pooled'), { settings: { DATABASE_DIRECT_URL: stage.url } }),
  ];
  undo.defer(async () => void (await Promise.all(nodes.map((node) => node.kill()))));
  for (const node of nodes) await node.start();
  const urls = nodes.map(({ url }) => url);
  const [direct = [], pooled = []] = await measureDelays(
    urls,
    await openThreads(stage),
    options.quick ? 10_000 : 30_000,
  );
  const written = (delays: readonly number[]) =>
    `p99 ${quantileOf(delays, 0.99).toFixed(0)} ms, p50 ${quantileOf(delays, 0.5).toFixed(0)} ms`;
  return [
    {
      name: `message → live event through PgBouncer, ${perSecond}/s, ${pooled.length} messages`,
      value: written(pooled),
      yardstick: `${written(direct)} without`,
      ratio: (quantileOf(pooled, 0.99) / quantileOf(direct, 0.99)).toFixed(2),
      goal: `p99 ≤ ${goalMs} ms`,
      holds: quantileOf(pooled, 0.99) <= goalMs,
    },
  ];
}
