// Messages that the server hasn't accepted yet. They are stored in the browser with their writer's uid, so they survive
// a reload, a lost connection and an ended session. They are sent again with the same client_id, which the server
// remembers forever, so no message arrives twice.
import type { QueryClient } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/accounts.ts';
import type { Message } from '@vitrine/contract/conversations.ts';
import { localEntries } from '../api/browser-storage.ts';
import { ApiProblem, isPassing } from '../api/problem.ts';
import type { FailureCode } from '../format/refusals.ts';
import { showSent } from './conversations.data.ts';
import { type ConversationSide, sendFrom } from './sides.ts';

export type Unsent = {
  uid: string;
  /** Browsers store it under this name, so it stays. */
  seat: ConversationSide;
  client_id: string;
  body: string;
  pictures: Message['pictures'];
  created_at: string;
  tries: number;
  /** The refusal code, if the server refused it; the user then decides what to do. */
  refused?: FailureCode;
};

const patienceMs = 15_000;
const longestPauseMs = 30_000;
const crowdedPauseMs = 15_000;

function readKept(): Unsent[] {
  try {
    const kept: unknown = JSON.parse(localEntries.read('outbox') ?? '[]');
    // Only this file writes this entry.
    return Array.isArray(kept) ? (kept as Unsent[]) : [];
  } catch {
    return [];
  }
}

let entries: readonly Unsent[] = readKept();
const readers = new Set<() => void>();

function show(next: readonly Unsent[]): void {
  entries = next;
  for (const reader of readers) reader();
}

/** Every change starts from what is stored, because another tab may have written in the meantime. */
function change(next: (kept: Unsent[]) => Unsent[]): void {
  const changed = next(readKept());
  if (changed.length > 0) localEntries.write('outbox', JSON.stringify(changed));
  else localEntries.remove('outbox');
  show(changed);
}

function update(clientId: string, with_: (entry: Unsent) => Unsent): void {
  change((kept) => kept.map((entry) => (entry.client_id === clientId ? with_(entry) : entry)));
}

export function discard(clientId: string): void {
  change((kept) => kept.filter((entry) => entry.client_id !== clientId));
}

export const outboxStore = {
  subscribe(reader: () => void): () => void {
    readers.add(reader);
    return () => readers.delete(reader);
  },
  read: (): readonly Unsent[] => entries,
};

let queryClient: QueryClient | undefined;
let sending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function nextToSend(): Unsent | undefined {
  const uid = queryClient?.getQueryData<User>(['user'])?.uid;
  return entries.find((entry) => entry.uid === uid && entry.refused === undefined);
}

type Outcome = 'done' | 'later' | 'signed-out';

async function sendOne(client: QueryClient, entry: Unsent): Promise<Outcome> {
  const { seat: conversationSide, client_id, body, pictures } = entry;
  try {
    const message = await sendFrom(
      conversationSide,
      { client_id, body, pictures: pictures.map(({ path }) => path) },
      AbortSignal.timeout(patienceMs),
    );
    await showSent(client, conversationSide, message).catch(() => undefined);
    discard(client_id);
    return 'done';
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return 'signed-out';
    const isRefused = error instanceof ApiProblem && !isPassing(error) && error.code !== 'rate_limited';
    update(client_id, (kept) => ({ ...kept, tries: kept.tries + 1, ...(isRefused && { refused: error.code }) }));
    if (isRefused) return 'done';
    plan(error instanceof ApiProblem && error.code === 'rate_limited' ? crowdedPauseMs : pauseAfter(entry.tries));
    return 'later';
  }
}

function pauseAfter(tries: number): number {
  return Math.min(longestPauseMs, 1_000 * 2 ** Math.min(tries, 5));
}

function plan(afterMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void deliver(), afterMs);
}

/** Sends what is waiting, in the order it was written. */
async function deliver(): Promise<void> {
  const client = queryClient;
  if (sending || !client) return;
  sending = true;
  clearTimeout(timer);
  try {
    for (let entry = nextToSend(); entry; entry = nextToSend()) {
      if ((await sendOne(client, entry)) !== 'done') return;
    }
  } finally {
    sending = false;
  }
}

export function enqueue(entry: Omit<Unsent, 'tries' | 'created_at'>): void {
  change((kept) => [...kept, { ...entry, tries: 0, created_at: new Date().toISOString() }]);
  void deliver();
}

export function tryAgain(clientId: string): void {
  update(clientId, ({ refused: _refused, ...entry }) => entry);
  void deliver();
}

const now = () => void deliver();
let hasStarted = false;

/** Starts delivery: now, when the connection is back, and with what other tabs write. Can be called repeatedly. */
export function startOutbox(client: QueryClient): void {
  queryClient = client;
  if (!hasStarted) {
    hasStarted = true;
    window.addEventListener('online', now);
    window.addEventListener('storage', (event) => {
      if (event.key === 'outbox') show(readKept());
    });
  }
  now();
}
