import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** More than libuv's pool has threads, up to this UV_THREADPOOL_SIZE. */
const jobs = 32;

/**
 * Blocks every thread of this process's pool until the returned function is called: opening a named pipe for reading
 * blocks until it is opened for writing.
 */
export function occupyThreadPool(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pool-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const opened = Array.from({ length: jobs }, () => open(pipe, 'r'));
  return async () => {
    // Opened for both, the pipe has a writer for every reader, including queued ones.
    const writer = openSync(pipe, constants.O_RDWR);
    for (const reader of await Promise.all(opened)) await reader.close();
    closeSync(writer);
    rmSync(folder, { recursive: true });
  };
}
