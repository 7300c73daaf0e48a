import { randomUUID } from 'node:crypto';
import { Agent, get, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchFigure } from './figure.ts';
import { accountsOfBrands, addMember, openBenchSession, type Stage } from './messages.people.ts';
import { openNode } from './nodes.ts';
import { processorSeconds } from './redirect.process.ts';
import { openStage } from './redirect.stage.ts';

// What a message costs Node while both sides of every thread have the portal open, and how often the events are read.

const brands = 20;
const perBrand = { creators: 5, staff: 5 };
const streams = brands * (perBrand.creators + perBrand.staff);
const writers = 8;
/** Milliseconds until a node has noticed closed streams and collected their garbage. */
const memorySettlesMs = 3_000;

type Thread = { creator: { path: string; token: string }; brand: { path: string; token: string } };
type Scene = { threads: Thread[]; tokens: string[] };

/** Threads of creators with brands that have several staff members. */
async function openScene(stage: Stage): Promise<Scene> {
  const accounts = await accountsOfBrands(stage, perBrand.creators);
  const scene: Scene = { threads: [], tokens: [] };
  for (const [merchantId, own] of Map.groupBy(accounts, (account) => account.merchantId)) {
    const staff: string[] = [];
    for (let member = 0; member < perBrand.staff; member += 1) staff.push(await addMember(stage, merchantId));
    scene.tokens.push(...staff);
    for (const { id, creatorId } of own) {
      const token = await openBenchSession(stage, creatorId);
      scene.tokens.push(token);
      scene.threads.push({
        creator: { path: `/chatroom/threads/${id}/messages`, token },
        brand: { path: `/brand/${merchantId}/threads/${id}/messages`, token: staff[0] ?? '' },
      });
    }
  }
  return scene;
}

/** Opens a stream and counts its events of new messages. */
async function follow(origin: string, token: string, onMessage: () => void): Promise<() => void> {
  const opened = Promise.withResolvers<void>();
  const asked = get(`${origin}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
    if (answer.statusCode !== 200) opened.reject(new Error(`a stream was answered ${answer.statusCode}`));
    let rest = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      opened.resolve();
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) if (block.includes('{"kind":"message"')) onMessage();
    });
    answer.on('error', () => undefined);
  });
  asked.on('error', opened.reject);
  await opened.promise;
  return () => asked.destroy();
}

const agent = new Agent({ keepAlive: true, maxSockets: writers });

async function send(origin: string, { path, token }: Thread['creator']): Promise<void> {
  const body = JSON.stringify({ client_id: randomUUID(), body: 'The parcel has arrived, and the colors are great.' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answered = Promise.withResolvers<void>();
  const asked = request(`${origin}/api/v1${path}`, { method: 'POST', headers, agent }, (answer) => {
    answer.resume().on('end', () => {
      if (answer.statusCode === 201) answered.resolve();
      else answered.reject(new Error(`a message was answered ${answer.statusCode}`));
    });
  });
  asked.on('error', answered.reject).end(body);
  await answered.promise;
}

/** A few writers at once; both sides of a thread take turns. */
async function write(origin: string, { threads }: Scene, count: number): Promise<void> {
  let sent = 0;
  const writeOn = async () => {
    for (let number = sent++; number < count; number = sent++) {
      const thread = threads[number % threads.length];
      const side = Math.floor(number / threads.length) % 2 === 0 ? 'creator' : 'brand';
      if (thread) await send(origin, thread[side]);
    }
  };
  await Promise.all(Array.from({ length: writers }, writeOn));
}

async function metric(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

const apiOnly = { settings: { ROLES: 'api' } };
/** Streams of one user, like tabs. */
const tabs = 5;

/** Bytes that a node needs for each open stream, once it has no garbage of opening them. */
async function measureStreamMemory(stage: Stage, tokens: readonly string[]): Promise<BenchFigure> {
  await using undo = new AsyncDisposableStack();
  const node = await openNode(2, stage.url, join(stage.folder, 'node-2'), apiOnly);
  undo.defer(() => node.kill());
  await node.start();
  const memory = () => metric(node.url, 'process_resident_memory_bytes');
  const open = async () => {
    const closes: (() => void)[] = [];
    for (let tab = 0; tab < tabs; tab += 1)
      for (const token of tokens) closes.push(await follow(node.url, token, () => undefined));
    return () => closes.forEach((close) => close());
  };
  // The first round makes the memory of the process as large as opening streams makes it.
  (await open())();
  await pause(memorySettlesMs);
  const before = await memory();
  const close = await open();
  await pause(memorySettlesMs);
  const each = ((await memory()) - before) / (tokens.length * tabs);
  close();
  return {
    name: 'memory of an open portal',
    value: `${(each / 1_000).toFixed(1)} kB`,
    yardstick: `${tokens.length * tabs} streams at one node`,
    ratio: '',
    goal: '≤ 100 kB',
    holds: each <= 100_000,
  };
}

export async function measureMessageCost(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using undo = new AsyncDisposableStack();
  const stage = undo.use(await openStage(0));
  const scene = await openScene(stage);
  // At a node of its own: its garbage would change what a message costs.
  const memory = await measureStreamMemory(stage, scene.tokens);
  const node = await openNode(1, stage.url, join(stage.folder, 'node-1'), apiOnly);
  undo.defer(() => node.kill());
  await node.start();
  let received = 0;
  for (const token of scene.tokens) undo.defer(await follow(node.url, token, () => (received += 1)));
  const count = options.quick ? 1_000 : 4_000;
  const warmUp = 1_000;
  await write(node.url, scene, warmUp);
  const streamsOfMessage = 1 + perBrand.staff;
  const settle = async (messages: number) => {
    for (let tries = 0; received < messages * streamsOfMessage && tries < 400; tries += 1) await pause(25);
  };
  await settle(warmUp);
  const [processor, reads, wakes] = [
    await processorSeconds(node.pid()),
    await metric(node.url, 'vitrine_live_reads_total'),
    await metric(node.url, 'vitrine_live_wakes_total'),
  ];
  await write(node.url, scene, count);
  await settle(warmUp + count);
  const used = (((await processorSeconds(node.pid())) - processor) * 1_000) / count;
  const readsNow = (await metric(node.url, 'vitrine_live_reads_total')) - reads;
  const wakesNow = (await metric(node.url, 'vitrine_live_wakes_total')) - wakes;
  const missing = (warmUp + count) * streamsOfMessage - received;
  return [
    {
      name: 'processor time of Node per message',
      value: `${used.toFixed(2)} ms`,
      yardstick: `${count} messages, ${streams} live streams, ${streamsOfMessage} per message`,
      ratio: '',
      goal: '≤ 1 ms, none missing',
      holds: used <= 1 && missing === 0,
    },
    {
      name: '  reads per wake-up',
      value: (readsNow / wakesNow).toFixed(2),
      yardstick: `${readsNow} reads, ${wakesNow} wake-ups`,
      ratio: '',
      goal: '≤ 1',
      holds: readsNow <= wakesNow,
    },
    memory,
  ];
}
