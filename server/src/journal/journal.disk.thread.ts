import { fdatasyncSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { type DiskThreadData, field, stopFd } from './journal.disk.ts';

// The journal's own thread: it sleeps until there is a batch, writes and syncs it with blocking calls, and reports
// back. Blocking calls don't use the thread pool, so no other work there can delay a click.

const { control, bytes, port }: DiskThreadData = workerData;
const fields = new Int32Array(control);
const buffer = Buffer.from(bytes);

for (let turn = 0; ; ) {
  Atomics.wait(fields, field.turn, turn);
  turn = Atomics.load(fields, field.turn);
  const fd = fields[field.fd] ?? stopFd;
  if (fd === stopFd) break;
  port.postMessage(writeDurably(fd, fields[field.length] ?? 0, fields[field.position] ?? 0));
}
port.close();

/** Undefined when all bytes are on disk, else the error. */
function writeDurably(fd: number, length: number, position: number): unknown {
  try {
    if (writeSync(fd, buffer, 0, length, position) !== length) return new Error('short write');
    fdatasyncSync(fd);
    return undefined;
  } catch (error) {
    return error;
  }
}
