import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { RefusalCode } from '@vitrine/contract/refusals.ts';
import { lowerPriority } from '../priority.ts';
import { Refusal } from '../refusal.ts';

// One thread that reads what others wrote, one input after the other. It sends a part of the output only after the one
// before was taken, so that a long list doesn't hold up the thread that takes it. The priority is only lowered on Linux,
// where it belongs to the thread, and after the code is there, so that a busy machine delays only the reading.

export type ThreadRequest = { url: string; name: string; input: unknown };
export type ThreadAnswer =
  | { kind: 'part'; part: unknown }
  | { kind: 'done'; output: unknown }
  | { kind: 'refused'; code: RefusalCode; message: string; errors: Record<string, string[]> | undefined }
  | { kind: 'failed'; message: string };

type LoadedReaders = Record<string, (input: unknown, emit: (part: unknown) => Promise<void>) => unknown>;

const port = parentPort;
const send = (answer: ThreadAnswer) => port?.postMessage(answer);

async function emit(part: unknown): Promise<void> {
  if (!port) return;
  const taken = once(port, 'message');
  send({ kind: 'part', part });
  await taken;
}

async function answer({ url, name, input }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const { [name]: read } = (await import(url)) as LoadedReaders;
    if (process.platform === 'linux') lowerPriority();
    if (!read) throw new Error(`${url} has no ${name}`);
    return { kind: 'done', output: await read(input, emit) };
  } catch (error) {
    if (error instanceof Refusal)
      return { kind: 'refused', code: error.code, message: error.message, errors: error.errors };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

port?.on('message', (request: ThreadRequest | 'more') => {
  if (request !== 'more') void answer(request).then(send);
});
