import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

// A program may start seconds after its port was chosen. Ports that the system also gives to outgoing connections
// (32,768 and above on Linux) are often taken by then, so these are below, and each process has some of its own.

const lowest = 12_000;
const perProcess = 100;
const processes = 200;

let given = 0;

/** A port of loopback on which nothing listens. */
export async function loopbackPort(): Promise<number> {
  const first = lowest + ((process.pid + threadId) % processes) * perProcess;
  for (let tries = 0; tries < perProcess; tries += 1) {
    const port = first + (given % perProcess);
    given += 1;
    if (await isUnused(port)) return port;
  }
  throw new Error(`something listens on each port from ${first} to ${first + perProcess - 1}`);
}

async function isUnused(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
