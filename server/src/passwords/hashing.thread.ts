import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { HashRequest } from './hashing.ts';

// Computes password hashes in a separate thread, so that many logins at once block neither the event loop nor the thread
// pool. The priority is only lowered on Linux, where it belongs to the thread; elsewhere it would affect the process.

const lowerPriority = 5;

if (process.platform === 'linux') setPriority(lowerPriority);
const port = parentPort;
port?.on('message', ({ password, salt, cost }: HashRequest) => {
  port.postMessage(argon2Sync('argon2id', { message: password, nonce: salt, parallelism: 1, tagLength: 32, ...cost }));
});
