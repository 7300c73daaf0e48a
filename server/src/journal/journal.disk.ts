import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';

// Writes the journal's batches from a separate thread (docs/decisions/0022). One batch at a time: the buffer is shared
// with the thread, which owns it until `done` is called.

export type DiskThreadData = { control: SharedArrayBuffer; bytes: SharedArrayBuffer; port: MessagePort };

/** The shared fields of an order to the thread: `turn` counts the orders and wakes the thread. */
export const field = { turn: 0, fd: 1, length: 2, position: 3 } as const;
/** In place of a file descriptor: ends the thread. */
export const stopFd = -1;

type Done = (error: unknown) => void;

export type JournalDisk = {
  /** The next write takes its bytes from here. */
  readonly buffer: Buffer;
  /** Writes the buffer's first bytes to disk. `done` gets an error, or undefined. */
  write(fd: number, length: number, position: number, done: Done): void;
  stop(): void;
};

type Thread = { port: MessagePort; fields: Int32Array };

export function openJournalDisk(bytes: number): JournalDisk {
  return new ThreadDisk(new SharedArrayBuffer(bytes));
}

class ThreadDisk implements JournalDisk {
  readonly buffer: Buffer;
  readonly #bytes: SharedArrayBuffer;
  #thread: Thread | undefined;
  #done: Done | undefined;
  #isStopped = false;

  constructor(bytes: SharedArrayBuffer) {
    this.#bytes = bytes;
    this.buffer = Buffer.from(bytes);
    this.#thread = this.#start();
  }

  write(fd: number, length: number, position: number, done: Done): void {
    this.#thread ??= this.#start();
    const { fields, port } = this.#thread;
    this.#done = done;
    fields[field.fd] = fd;
    fields[field.length] = length;
    fields[field.position] = position;
    Atomics.add(fields, field.turn, 1);
    Atomics.notify(fields, field.turn);
    // Keeps the process alive until this write is done.
    port.ref();
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    if (this.#thread === undefined) return;
    const { fields } = this.#thread;
    fields[field.fd] = stopFd;
    Atomics.add(fields, field.turn, 1);
    Atomics.notify(fields, field.turn);
  }

  #start(): Thread {
    const control = new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT);
    const { port1: port, port2 } = new MessageChannel();
    const worker = new Worker(new URL('journal.disk.thread.ts', import.meta.url), {
      workerData: { control, bytes: this.#bytes, port: port2 } satisfies DiskThreadData,
      transferList: [port2],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    });
    const thread = { port, fields: new Int32Array(control) };
    worker.unref();
    port.on('message', (error: unknown) => this.#finish(error));
    port.unref();
    worker.on('error', (error) => this.#lose(thread, error));
    worker.on('exit', () => this.#lose(thread, new Error('the journal thread ended')));
    return thread;
  }

  /** Fails the batch of a thread that ended unexpectedly; the next batch starts another thread. */
  #lose(thread: Thread, error: unknown): void {
    thread.port.close();
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#finish(error);
  }

  #finish(error: unknown): void {
    this.#thread?.port.unref();
    const done = this.#done;
    this.#done = undefined;
    done?.(error);
  }
}
