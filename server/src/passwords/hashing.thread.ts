import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { argon2Cost, type HashRequest } from './hashing.ts';

// Computes password hashes in a thread of its own, so that a rush of logins occupies neither the event loop nor the
// thread pool. On Linux a priority belongs to a thread; elsewhere it would lower the whole process.

const lowerPriority = 5;

if (process.platform === 'linux') setPriority(lowerPriority);
const port = parentPort;
port?.on('message', ({ password, salt }: HashRequest) => {
  port.postMessage(argon2Sync('argon2id', { message: password, nonce: salt, ...argon2Cost }));
});
