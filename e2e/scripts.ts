import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A script beside the journeys, and what it has printed. */
export type RunningScript = { child: ChildProcess; lines: string[] };

/** Starts a script with these settings only. */
export function startScript(script: string, args: readonly string[], env: Record<string, string>): RunningScript {
  const { PATH = '', TMPDIR = tmpdir() } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { PATH, TMPDIR, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => lines.push(line));
  }
  return { child, lines };
}

export async function firstLine(process: RunningScript, pattern: RegExp): Promise<string> {
  const found = () => process.lines.find((line) => pattern.test(line)) ?? '';
  await expect
    .poll(() => (process.child.exitCode === null ? found() : `ended: ${process.lines.join('\n')}`), { timeout: 60_000 })
    .not.toBe('');
  expect(found(), process.lines.join('\n')).not.toBe('');
  return found();
}

export async function ended({ child }: RunningScript): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
