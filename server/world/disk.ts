import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

// A disk that a test can fill.

/** A small disk at the folder, in megabytes. False if this user may not mount one. */
export async function mountDisk(folder: string, megabytes: number): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const options = `size=${megabytes}m,mode=711`;
  const mounted = spawn('mount', ['-t', 'tmpfs', '-o', options, 'vitrine-test', folder], { stdio: 'ignore' });
  const [code] = await once(mounted, 'exit').catch(() => [1]);
  if (code !== 0) return false;
  onTestFinished(async () => {
    await once(spawn('umount', ['--lazy', folder], { stdio: 'ignore' }), 'exit');
  });
  return true;
}

/** Writes a file until not one more page fits. */
export async function fillDisk(path: string): Promise<void> {
  const file = await open(path, 'w');
  const page = Buffer.alloc(4_096);
  try {
    for (;;) await file.write(page);
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}
