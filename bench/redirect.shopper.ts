import { connect, type Socket } from 'node:net';
import { codeOf } from './redirect.load.ts';

// Shoppers that record each answer's status and click id. One request at a time per connection, which is reopened when
// it breaks.

type Tally = {
  /** Click ids of complete answers. */
  clicks: string[];
  answers: number;
  /** Answers other than a redirect, and connections that broke during an answer. */
  others: number;
  broken: number;
};

export type Crowd = { tally: Tally; stop(): Promise<void> };

export type CrowdOptions = {
  port(): number;
  connections: number;
  codes: number;
  /** Requests per second of all shoppers together; as many as possible if not set. */
  perSecond?: number;
};

const agent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1';
const retryMs = 20;

export function startCrowd(options: CrowdOptions): Crowd {
  const tally: Tally = { clicks: [], answers: 0, others: 0, broken: 0 };
  const state = { isStopped: false, sent: 0, startedAt: performance.now() };
  const shoppers = Array.from({ length: options.connections }, (_, place) => shop(place, options, tally, state));
  return {
    tally,
    async stop() {
      state.isStopped = true;
      await Promise.all(shoppers);
    },
  };
}

type State = { isStopped: boolean; sent: number; startedAt: number };

async function shop(place: number, options: CrowdOptions, tally: Tally, state: State): Promise<void> {
  let visits = place * 7_919;
  while (!state.isStopped) {
    const socket = await open(options.port());
    if (socket === undefined) {
      await pause(retryMs);
      continue;
    }
    const reader = answersOf(socket);
    while (!state.isStopped) {
      await inTime(options.perSecond, state);
      visits += 1;
      socket.write(requestOf(visits, options.codes));
      const answer = await reader();
      if (answer === undefined) {
        tally.broken += 1;
        break;
      }
      note(answer, tally);
    }
    socket.destroy();
  }
}

function note(answer: string, tally: Tally): void {
  tally.answers += 1;
  if (!answer.startsWith('HTTP/1.1 302 ')) {
    tally.others += 1;
    return;
  }
  const at = answer.indexOf('vt_click=');
  if (at !== -1) tally.clicks.push(answer.slice(at + 9, at + 31));
}

/** Waits for the next slot of a schedule that all shoppers share. */
async function inTime(perSecond: number | undefined, state: State): Promise<void> {
  if (perSecond === undefined) return;
  const dueAt = state.startedAt + (state.sent * 1_000) / perSecond;
  state.sent += 1;
  const early = dueAt - performance.now();
  if (early > 1) await pause(early);
}

function requestOf(visit: number, codes: number): string {
  const address = `10.${(visit >> 16) & 255}.${(visit >> 8) & 255}.${visit & 255}`;
  return `GET /s/${codeOf(1 + (visit % codes))} HTTP/1.1\r\nHost: go.example\r\nUser-Agent: ${agent}\r\nX-Forwarded-For: ${address}\r\nReferer: https://l.instagram.com/\r\n\r\n`;
}

function open(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

/** Reads one answer after another; undefined once the connection has broken. */
function answersOf(socket: Socket): () => Promise<string | undefined> {
  let text = '';
  let isBroken = false;
  let waiting: ((answer: string | undefined) => void) | undefined;
  const deliver = (answer: string | undefined): void => {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(answer);
  };
  socket.on('data', (chunk: string) => {
    text += chunk;
    // A redirect has no body: the empty line ends it.
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) return;
    const answer = text.slice(0, end);
    text = text.slice(end + 4);
    deliver(answer);
  });
  const fail = (): void => {
    isBroken = true;
    deliver(undefined);
  };
  socket.on('error', fail).on('close', fail);
  return () =>
    new Promise((resolve) => {
      if (isBroken) resolve(undefined);
      else waiting = resolve;
    });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
