import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

export type Finished = { seconds: number; megabytes: number };

/** Runs a script of ours in its own process, and reads its highest memory use while it runs. */
export async function measureCommand(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const peak = { megabytes: 0 };
  const watch = setInterval(() => void notePeak(child, peak), 50);
  const [code] = await ended;
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1_000, megabytes: peak.megabytes };
}

async function notePeak(child: ChildProcess, peak: { megabytes: number }): Promise<void> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
  peak.megabytes = Math.max(peak.megabytes, (kilobytes * 1_024) / 1e6);
}
