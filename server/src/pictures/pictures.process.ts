import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PicturePurpose } from '@vitrine/contract/pictures.ts';
import { createFairQueue, type FairQueue } from '../platform/bounded.queue.ts';
import type { MadePicture } from './pictures.remake.ts';

// Pictures are decoded in a process of their own (docs/decisions/0022): what a file does to memory, threads or the
// decoder ends with that process. It is started with the first picture and ends when there are none.

export type PictureRequest = { bytes: Uint8Array; purpose: PicturePurpose };
export type PictureAnswer =
  | { outcome: 'made'; made: MadePicture; memory: number }
  | { outcome: 'unreadable'; memory: number }
  | { outcome: 'too_large' }
  | { outcome: 'too_slow' };
/** `too_slow`: it took longer than a picture may. `failed`: the process ended for a reason that we do not know. */
export type PictureResult = PictureAnswer | { outcome: 'failed' };

export type PictureLimits = {
  /** How long one picture may take. */
  longestMs: number;
  /** The processor time that it may take, which is the same on a busy machine. */
  mostProcessorMs: number;
  mostMemoryBytes: number;
  mostWaiting: number;
  /** How many one person may have here. The portal sends the pictures of a message together, at most five. */
  mostOfOne: number;
  longestWaitMs: number;
};

const defaultLimits: PictureLimits = {
  longestMs: 15_000,
  mostProcessorMs: 5_000,
  mostMemoryBytes: 640 * 1024 * 1024,
  mostWaiting: 16,
  mostOfOne: 5,
  longestWaitMs: 20_000,
};
const idleMs = 60_000;
/** A process that has grown so large is replaced by a fresh one. */
const retireAtBytes = 256 * 1024 * 1024;
const heapMegabytes = 64;
const childFile = fileURLToPath(new URL('pictures.child.ts', import.meta.url));
const busyMessage = 'Too many pictures are being uploaded right now. Try again in a few seconds.';
const ownBusyMessage = 'You are uploading too many pictures at once. Try again when one has finished.';

export class PictureProcess {
  readonly #limits: PictureLimits;
  readonly #queue: FairQueue;
  #child: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<PictureLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    const { mostWaiting, longestWaitMs, mostOfOne } = this.#limits;
    this.#queue = createFairQueue({ atOnce: 1, mostWaiting, longestWaitMs, busyMessage, mostOfOne, ownBusyMessage });
  }

  /** Has the picture made anew when it is its turn; 503 when too many wait, or too many of this owner. */
  remake(owner: string, request: PictureRequest): Promise<PictureResult> {
    return this.#queue.run(owner, async () => {
      clearTimeout(this.#idleTimer);
      const result = await this.#ask(request);
      if (!('memory' in result)) this.#end('SIGKILL');
      else if (result.memory > retireAtBytes) this.#end();
      this.#idleTimer = setTimeout(() => this.#end(), idleMs).unref();
      return result;
    });
  }

  #ask(request: PictureRequest): Promise<PictureResult> {
    const child = this.#child?.connected ? this.#child : this.#start();
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle({ outcome: 'too_slow' }), this.#limits.longestMs);
      const settle = (result: PictureResult): void => {
        clearTimeout(timer);
        child.off('message', settle).off('disconnect', fail).off('error', fail);
        child.channel?.unref();
        resolve(result);
      };
      const fail = (): void => settle({ outcome: 'failed' });
      // Not `exit`, which may come before the last message has been read.
      child.on('message', settle).on('disconnect', fail).on('error', fail);
      child.channel?.ref();
      child.send(request, (error) => error && fail());
    });
  }

  #start(): ChildProcess {
    const { mostMemoryBytes, mostProcessorMs } = this.#limits;
    const child = fork(childFile, [String(mostMemoryBytes), String(mostProcessorMs)], {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // Nothing of ours is handed on: whatever a picture may do there, it finds no secret.
      env: { MALLOC_ARENA_MAX: '2', TZ: 'UTC' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('error', () => undefined);
    // A process that has nothing else to do need not wait for this one, which ends with it.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  /** Without a signal the process ends as soon as it sees that nobody is connected. */
  #end(signal?: 'SIGKILL'): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.connected) child.disconnect();
    if (signal) child?.kill(signal);
  }
}
