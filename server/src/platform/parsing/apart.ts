// What others wrote (feeds, files, lists) is read on threads of their own, so that no input holds up the thread that
// redirects. A read that takes too much time or memory loses its thread, and the next one gets a new one.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createFairQueue, type FairQueue } from '../bounded.queue.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { ThreadAnswer, ThreadRequest } from './apart.thread.ts';

/** A function that does nothing but read: no database, no network. */
type ReadFunction = (input: never, emit: (part: unknown) => Promise<void>) => unknown;
export type ApartReader<F extends ReadFunction> = { url: string; name: string; type?: F };
type InputOf<F extends ReadFunction> = Parameters<F>[0];
type OutputOf<F extends ReadFunction> = Awaited<ReturnType<F>>;
type PartOf<F extends ReadFunction> = Parameters<Parameters<F>[1]>[0];

export function readerIn<F extends ReadFunction>(url: URL, name: string): ApartReader<F> {
  return { url: url.href, name };
}

/** Why a read was ended, with the limit that was reached. */
export type ApartFault = { limit: 'time'; seconds: number } | { limit: 'memory'; megabytes: number };

export class ReadEnded extends Error {
  readonly fault: ApartFault;
  constructor(fault: ApartFault) {
    super(fault.limit === 'time' ? `took more than ${fault.seconds} s` : `needed more than ${fault.megabytes} MB`);
    this.fault = fault;
  }
}

/** What is refused at a limit names the field and the limit. */
export async function refuseEnded<T>(field: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ReadEnded)) throw error;
    const { fault } = error;
    const reached = fault.limit === 'time' ? `${fault.seconds} seconds` : `${fault.megabytes} MB of memory`;
    throw invalid(field, `takes more than ${reached} to read, so nothing was changed; split it into smaller parts`);
  }
}

export type ApartLimits = {
  /** The most time on the processor, which doesn't depend on how busy the machine is. */
  mostProcessorMs: number;
  /** The most time from begin to end. */
  longestMs: number;
  heapMegabytes: number;
  threads: number;
  mostWaiting: number;
  /** How many reads of one owner may run or wait. */
  mostOfOne: number;
  longestWaitMs: number;
};

const usualLimits: ApartLimits = {
  mostProcessorMs: 10_000,
  longestMs: 120_000,
  heapMegabytes: 256,
  // At least two, so that one brand's file doesn't hold up another's.
  threads: Math.min(4, Math.max(2, availableParallelism() - 1)),
  mostWaiting: 32,
  mostOfOne: 12,
  longestWaitMs: 30_000,
};
const lookEveryMs = 100;
const idleMs = 60_000;
const busyMessage = 'Too many files are being read right now. Try again in a few seconds.';
const ownBusyMessage = 'Too many of your files are being read right now. Try again when one has finished.';

type Options<F extends ReadFunction> = { transfer?: readonly ArrayBuffer[]; take?: (part: PartOf<F>) => void };

/** The threads of one process. They start with the first read, and end when there are none. */
export class ApartThreads {
  readonly #limits: ApartLimits;
  readonly #queue: FairQueue;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<ApartLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
    const { threads: atOnce, mostWaiting, longestWaitMs, mostOfOne } = this.#limits;
    const texts = { busyMessage, ownBusyMessage };
    this.#queue = createFairQueue({ atOnce, mostWaiting, longestWaitMs, mostOfOne, atOnceOfOne: 1, ...texts });
  }

  /**
   * Reads on another thread when it is the owner's turn. What the reader emits goes to `take` part by part, with turns for
   * other work in between. Throws `ReadEnded` at a limit, refusals as they are, and `busy` if too much is waiting.
   */
  async read<F extends ReadFunction>(
    owner: string,
    { url, name }: ApartReader<F>,
    input: InputOf<F>,
    { transfer = [], take }: Options<F> = {},
  ): Promise<OutputOf<F>> {
    const read: unknown = await this.#queue.run(owner, async () => {
      clearTimeout(this.#idleTimer);
      const worker = this.#idle.pop() ?? this.#start();
      worker.ref();
      try {
        const output = await this.#run(worker, { url, name, input }, transfer, (part) => take?.(part));
        worker.unref();
        this.#idle.push(worker);
        return output;
      } finally {
        if (!this.#idle.includes(worker)) void worker.terminate();
        this.#idleTimer = setTimeout(() => this.#endIdle(), idleMs).unref();
      }
    });
    return read as OutputOf<F>;
  }

  async #run(
    worker: Worker,
    request: ThreadRequest,
    transfer: readonly ArrayBuffer[],
    take: (part: unknown) => void,
  ): Promise<unknown> {
    const { longestMs, heapMegabytes } = this.#limits;
    const ended = Promise.withResolvers<unknown>();
    const port: Pick<Worker, 'postMessage'> = worker;
    const askForMore = () => port.postMessage('more');
    const onMessage = (answer: ThreadAnswer) => {
      try {
        if (answer.kind === 'part') {
          take(answer.part);
          // Not at once: many answers would be taken in one turn of the event loop.
          setImmediate(askForMore);
        } else if (answer.kind === 'done') ended.resolve(answer.output);
        else if (answer.kind === 'refused')
          ended.reject(
            new Refusal(answer.code, { message: answer.message, ...(answer.errors && { errors: answer.errors }) }),
          );
        else ended.reject(new Error(`a reader failed: ${answer.message}`));
      } catch (error) {
        ended.reject(error);
      }
    };
    const onError = (error: unknown) => {
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      ended.reject(isMemory ? new ReadEnded({ limit: 'memory', megabytes: heapMegabytes }) : error);
    };
    const onExit = () => ended.reject(new Error('the thread of a reader ended'));
    const late = () => ended.reject(new ReadEnded({ limit: 'time', seconds: Math.round(longestMs / 1_000) }));
    const timer = setTimeout(late, longestMs);
    const stopWatch = this.#watch(worker, (error) => ended.reject(error));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    try {
      worker.postMessage(request, [...transfer]);
      return await ended.promise;
    } finally {
      clearTimeout(timer);
      stopWatch();
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    }
  }

  /** Looks at the processor time since the first look. */
  #watch(worker: Worker, end: (fault: ReadEnded) => void): () => void {
    const { mostProcessorMs } = this.#limits;
    let before = 0;
    const look = async () => {
      const { user, system } = await worker.cpuUsage();
      const used = (user + system) / 1_000;
      before ||= used;
      if (used - before > mostProcessorMs)
        end(new ReadEnded({ limit: 'time', seconds: Math.ceil(mostProcessorMs / 1_000) }));
    };
    // A thread that isn't there yet, or any more, has no time; the latter is noticed elsewhere.
    const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs);
    return () => clearInterval(timer);
  }

  #start(): Worker {
    const { heapMegabytes } = this.#limits;
    const worker = new Worker(new URL('apart.thread.ts', import.meta.url), {
      execArgv: [],
      // Nothing in a file can read a secret from there.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    this.#all.add(worker);
    worker.on('exit', () => {
      this.#all.delete(worker);
      const place = this.#idle.indexOf(worker);
      if (place !== -1) this.#idle.splice(place, 1);
    });
    worker.on('error', () => undefined);
    return worker;
  }

  /** Ends what is being read. */
  end(): void {
    for (const worker of this.#all) void worker.terminate();
  }

  #endIdle(): void {
    for (const worker of this.#idle.splice(0)) void worker.terminate();
  }
}

/** The threads of this process. */
export const apart = new ApartThreads();
