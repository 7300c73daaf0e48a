import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a program and forwards signals to it; resolves to its exit code. */
export async function run(file, args, options = {}) {
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options });
  const { code, signal } = await ended(child);
  return code ?? 128 + constants.signals[signal];
}

/** How a child process ends; until then, signals are forwarded to it. */
export async function ended(child) {
  const forward = (signal) => child.kill(signal);
  for (const signal of forwardedSignals) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code, signal) => resolve({ code, signal }));
    });
  } finally {
    for (const signal of forwardedSignals) process.off(signal, forward);
  }
}
