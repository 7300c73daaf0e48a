import { type LiveEvent, streamEvents } from '@vitrine/contract/events.ts';
import { loadChunk } from './chunk.ts';
import { ask } from './door.ts';
import { readToken } from './token.ts';

const loadParser = () => import('eventsource-parser');

const shortestPauseMs = 1000;
const longestPauseMs = 30_000;

type Listener = { onEvent: (event: LiveEvent) => void; onOpened: () => void };

/** The server uses the same contract; an event kind that this build doesn't know is ignored. */
function isLiveEvent(value: unknown): value is LiveEvent {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function eventOf(data: string): LiveEvent | undefined {
  try {
    const read: unknown = JSON.parse(data);
    return isLiveEvent(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Live events until the signal is aborted. The stream is read by fetch, which can send the token. After a lost
 * connection it resumes from the last event id; while the page is hidden there is no stream.
 */
export async function followLive({ onEvent, onOpened }: Listener, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  let failures = 0;
  while (!signal.aborted && readToken()) {
    await untilVisible(signal);
    try {
      await readStream(signal, lastId, {
        onOpen: () => {
          failures = 0;
          onOpened();
        },
        onMessage: (id, data) => {
          lastId = id ?? lastId;
          const event = eventOf(data);
          if (event) onEvent(event);
        },
      });
    } catch {
      failures += 1;
    }
    if (document.visibilityState === 'visible') await pause(pauseAfter(failures), signal);
  }
}

/** Half of the pause is random, so that not every browser reconnects at once when the server comes back. */
function pauseAfter(failures: number): number {
  const whole = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(failures, 5));
  return whole / 2 + Math.random() * (whole / 2);
}

type Reader = { onOpen: () => void; onMessage: (id: string | undefined, data: string) => void };

async function readStream(
  signal: AbortSignal,
  lastId: string | undefined,
  { onOpen, onMessage }: Reader,
): Promise<void> {
  const hidden = new AbortController();
  const hide = () => {
    if (document.visibilityState === 'hidden') hidden.abort();
  };
  document.addEventListener('visibilitychange', hide, hidden);
  try {
    const { createParser } = await loadChunk(loadParser);
    const answer = await ask(streamEvents.path, {
      method: streamEvents.method,
      token: readToken(),
      headers: { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) },
      signal: AbortSignal.any([signal, hidden.signal]),
    });
    const stream = await answer.stream();
    onOpen();
    const parser = createParser({ onEvent: ({ id, data }) => onMessage(id, data) });
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      parser.feed(decoder.decode(chunk.value, { stream: true }));
  } finally {
    hidden.abort();
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const over = new AbortController();
    const seen = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      over.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', seen, over);
    signal.addEventListener('abort', seen, over);
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
