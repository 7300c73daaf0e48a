import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PicturePurpose } from '@vitrine/contract/pictures.ts';
import { createFairQueue, type FairQueue } from '../platform/bounded.queue.ts';
import type { MadePicture } from './pictures.remake.ts';

// Pictures are decoded in a separate process (docs/decisions/0022), so that a malicious file can't harm the server. It
// starts with the first picture and ends when there are none.

export type PictureRequest = { bytes: Uint8Array; purpose: PicturePurpose };
export type PictureAnswer =
  | { outcome: 'made'; made: MadePicture; memory: number }
  | { outcome: 'unreadable'; memory: number }
  | { outcome: 'too_large' }
  | { outcome: 'too_slow' };
/** `too_slow`: over the time limit. `failed`: the process ended for an unknown reason. */
export type PictureResult = PictureAnswer | { outcome: 'failed' };

export type PictureLimits = {
  /** How long one picture may take. */
  longestMs: number;
  /** The CPU time limit, which doesn't depend on how busy the machine is. */
  mostProcessorMs: number;
  mostMemoryBytes: number;
  mostWaiting: number;
  /** The most pictures of one user at once. The portal sends up to five for a message. */
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
/** A process with more memory than this is replaced. */
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

  /** Processes the picture when it is its turn; 503 if too many are waiting, in total or from this owner. */
  remake(owner: string, request: PictureRequest): Promise<PictureResult> {
    return this.#queue.run(owner, async () => {
      clearTimeout(this.#idleTimer);
      const result = await this.#process(request);
      if (!('memory' in result)) this.#end('SIGKILL');
      else if (result.memory > retireAtBytes) this.#end();
      this.#idleTimer = setTimeout(() => this.#end(), idleMs).unref();
      return result;
    });
  }

  #process(request: PictureRequest): Promise<PictureResult> {
    const child = this.#child?.connected ? this.#child : this.#start();
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish({ outcome: 'too_slow' }), this.#limits.longestMs);
      const finish = (result: PictureResult): void => {
        clearTimeout(timer);
        child.off('message', finish).off('disconnect', fail).off('error', fail);
        child.channel?.unref();
        resolve(result);
      };
      const fail = (): void => finish({ outcome: 'failed' });
      // Not `exit`, which may be emitted before the last message was read.
      child.on('message', finish).on('disconnect', fail).on('error', fail);
      child.channel?.ref();
      child.send(request, (error) => error && fail());
    });
  }

  #start(): ChildProcess {
    const { mostMemoryBytes, mostProcessorMs } = this.#limits;
    const child = fork(childFile, [String(mostMemoryBytes), String(mostProcessorMs)], {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // No environment is inherited, so an exploit in the decoder finds no secrets.
      env: { MALLOC_ARENA_MAX: '2', TZ: 'UTC' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('error', () => undefined);
    // Don't keep the server alive for this process, which ends with it.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  /** Without a signal, the process ends when it notices the disconnect. */
  #end(signal?: 'SIGKILL'): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.connected) child.disconnect();
    if (signal) child?.kill(signal);
  }
}
