import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../platform/priority.ts';
import type { HashRequest } from './hashing.ts';

// Computes password hashes in a separate thread, so that many logins at once block neither the event loop nor the thread
// pool. The priority is only lowered on Linux, where it belongs to the thread; elsewhere it would affect the process.

if (process.platform === 'linux') lowerPriority();
const port = parentPort;
port?.on('message', ({ password, salt, cost }: HashRequest) => {
  port.postMessage(argon2Sync('argon2id', { message: password, nonce: salt, parallelism: 1, tagLength: 32, ...cost }));
});
