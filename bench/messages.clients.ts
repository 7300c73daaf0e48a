import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';

export type Seen = { seq: number; body: string };

/** One side of a thread: it writes, holds a stream open, and reads from the last message it has. */
export type MessageClient = {
  thread: string;
  seen: Seen[];
  sent: string[];
  /** How often a message was sent again, and how often the stream was cut. */
  counts: { resent: number; cut: number };
  write(count: number, onSent: () => void): Promise<void>;
  /** Reads all new messages. */
  catchUp(): Promise<void>;
  stop(): void;
};

type Setting = { origins: readonly string[]; path: string; thread: string; token: string };

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

type Reader = { seen: Seen[]; catchUp(): Promise<void> };

/** Reads from the last known message; a call during a read causes another one. */
function openReader(address: () => string, headers: Record<string, string>): Reader {
  const seen: Seen[] = [];
  let reading: Promise<void> | undefined;
  let again = false;
  const readPage = async (): Promise<boolean> => {
    const answer = await fetch(`${address()}?after=${seen.at(-1)?.seq ?? 0}&limit=100`, {
      headers,
      signal: AbortSignal.timeout(8_000),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    const { data } = (await answer.json()) as { data: Seen[] };
    seen.push(...data.map(({ seq, body }) => ({ seq, body })));
    return data.length === 100;
  };
  const readOn = async (): Promise<void> => {
    do {
      again = false;
      while (await readPage());
    } while (again);
  };
  return {
    seen,
    catchUp: () => {
      again = true;
      reading ??= readOn().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

export function startClient({ origins, path, thread, token }: Setting): MessageClient {
  const sent: string[] = [];
  const counts = { resent: 0, cut: 0 };
  const ended = new AbortController();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const address = () => `${pick(origins)}/api/v1${path}/messages`;
  const { seen, catchUp } = openReader(address, headers);
  let lastEvent: string | undefined;

  /** One stream until it ends, or is cut at a random moment. */
  const listen = async (): Promise<void> => {
    const cut = AbortSignal.timeout(300 + Math.random() * 6_000);
    const answer = await fetch(`${pick(origins)}/api/v1/events`, {
      headers: { ...headers, ...(lastEvent ? { 'last-event-id': lastEvent } : {}) },
      signal: AbortSignal.any([cut, ended.signal]),
    });
    if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`);
    await catchUp();
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of answer.body) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) lastEvent = /^id: (.*)$/m.exec(block)?.[1] ?? lastEvent;
      if (blocks.some((block) => block.includes(thread))) await catchUp();
    }
  };
  const follow = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await listen().catch(() => undefined);
      counts.cut += 1;
      await pause(Math.random() * 200);
    }
  };

  /** Sends until the message is known to have arrived; one request in ten is cut off, with an unknown result. */
  const send = async (body: string): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      if (tries > 0) counts.resent += 1;
      const patience = Math.random() < 0.1 ? 1 + Math.random() * 30 : 8_000;
      const answer = await fetch(address(), {
        method: 'POST',
        headers,
        body: JSON.stringify({ client_id: body, body }),
        signal: AbortSignal.timeout(Math.ceil(patience)),
      }).catch(() => undefined);
      if (answer?.status === 201 && (await answer.text().catch(() => undefined)) !== undefined) return;
      if (answer && answer.status < 500 && ![201, 408].includes(answer.status))
        throw new Error(`a message was answered ${answer.status}: ${await answer.text()}`);
      await pause(20 + Math.random() * 80);
    }
  };

  void follow();
  return {
    thread,
    seen,
    sent,
    counts,
    catchUp,
    stop: () => ended.abort(),
    write: async (count, onSent) => {
      for (let number = 0; number < count; number += 1) {
        const body = randomUUID();
        sent.push(body);
        await send(body);
        onSent();
      }
    },
  };
}
