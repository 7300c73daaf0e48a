import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** `command` is empty where the system does not tell. */
export type ProcessFacts = { startedAt: string; command: string[]; folder: string | undefined };

const unknownFacts: ProcessFacts = { startedAt: '', command: [], folder: undefined };

/** What the operating system says of a process; undefined when it does not run (a zombie does not). */
export async function inspectProcess(pid: number): Promise<ProcessFacts | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'win32') return unknownFacts;
  const inspect = process.platform === 'linux' ? inspectThroughProc : inspectThroughPs;
  try {
    return await inspect(pid);
  } catch {
    // It ended meanwhile, or the system hides the processes of others.
    return isAlive(pid) ? unknownFacts : undefined;
  }
}

/** A pid means something only within one boot of one process namespace: containers share data, not pids. */
export async function thisPlace(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
}

/** True once the process is gone, false when it outlives the wait. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while ((await inspectProcess(pid)) !== undefined) {
    if (performance.now() > deadline) return false;
    await pause(10);
  }
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function inspectThroughProc(pid: number): Promise<ProcessFacts | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name and may hold anything, so count from its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  return {
    startedAt: fields[19] ?? '',
    command: command.split('\0').filter((part) => part !== ''),
    folder: await readlink(`/proc/${pid}/cwd`).catch(() => undefined),
  };
}

async function inspectThroughPs(pid: number): Promise<ProcessFacts | undefined> {
  const args = ['-o', 'stat=,lstart=,command=', '-p', String(pid)];
  const { stdout } = await promisify(execFile)('ps', args, { env: { LC_ALL: 'C' } });
  const [state = '', ...words] = stdout.trim().split(/\s+/);
  if (state.startsWith('Z')) return undefined;
  // lstart is always five words: Fri Nov 20 23:14:00 2026
  return {
    startedAt: words.slice(0, 5).join(' '),
    command: words.slice(5),
    folder: undefined,
  };
}
