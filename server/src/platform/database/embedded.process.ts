import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** `command` is empty if the system doesn't provide it. */
export type ProcessFacts = { startedAt: string; command: string[]; folder: string | undefined };

const unknownFacts: ProcessFacts = { startedAt: '', command: [], folder: undefined };

/** The operating system's facts about a process; undefined if it isn't running (a zombie isn't). */
export async function inspectProcess(pid: number): Promise<ProcessFacts | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'win32') return unknownFacts;
  const inspect = process.platform === 'linux' ? inspectThroughProc : inspectThroughPs;
  try {
    return await inspect(pid);
  } catch {
    // It ended meanwhile, or the system hides other users' processes.
    return isAlive(pid) ? unknownFacts : undefined;
  }
}

/**
 * A pid is valid only within one boot and one process namespace: containers can share a folder without sharing pids.
 */
export async function thisPlace(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
}

/** True once the process has ended, false on timeout. */
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
  // The second field is the program's name and can contain anything, so count from its closing bracket.
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
  const [state = '', ...fields] = stdout.trim().split(/\s+/);
  if (state.startsWith('Z')) return undefined;
  // lstart is always five words: Fri Nov 20 23:14:00 2026
  return {
    startedAt: fields.slice(0, 5).join(' '),
    command: fields.slice(5),
    folder: undefined,
  };
}
