import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import sharp from 'sharp';
import { inspectProcess } from '../platform/database/embedded.process.ts';
import { PictureProcess } from './pictures.process.ts';
import { largePicture, pictureProcessesOf } from './pictures.testing.ts';

let large: Buffer;
let small: Buffer;
/** Processes of other tests that ran in this one before. */
let earlier: readonly number[];
beforeAll(async () => {
  earlier = await pictureProcessesOf(process.pid);
  large = await largePicture();
  small = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c86' } })
    .png()
    .toBuffer();
});

async function processesOf(parent = process.pid): Promise<number[]> {
  return (await pictureProcessesOf(parent)).filter((pid) => !earlier.includes(pid));
}

async function runningProcess(parent = process.pid): Promise<number> {
  await expect.poll(() => processesOf(parent), { timeout: 15_000 }).toHaveLength(1);
  return (await processesOf(parent))[0] ?? 0;
}

test('a crash fails only the picture being decoded, and a new process takes the next', async () => {
  const pictures = new PictureProcess();
  const first = pictures.remake('ava', { bytes: large, purpose: 'message' });
  const second = pictures.remake('ava', { bytes: small, purpose: 'logo' });
  const pid = await runningProcess();
  process.kill(pid, 'SIGKILL');
  expect(await first).toEqual({ outcome: 'failed' });
  expect(await second).toMatchObject({ outcome: 'made', made: { width: 60, height: 40 } });
  const fresh = await runningProcess();
  expect(fresh).not.toBe(pid);
  process.kill(fresh, 'SIGKILL');
  await expect.poll(() => processesOf()).toEqual([]);
});

test('a picture that takes too long is refused and its process ended, and the next one is decoded', async () => {
  const pictures = new PictureProcess({ longestMs: 1 });
  expect(await pictures.remake('ava', { bytes: large, purpose: 'message' })).toEqual({ outcome: 'too_slow' });
  await expect.poll(() => processesOf()).toEqual([]);
});

test('a picture that takes too much processor time is refused and its process ended, however long it waits for the processor', async () => {
  const pictures = new PictureProcess({ mostProcessorMs: 1 });
  expect(await pictures.remake('ava', { bytes: large, purpose: 'message' })).toEqual({ outcome: 'too_slow' });
  await expect.poll(() => processesOf()).toEqual([]);
});

test('a picture that needs too much memory is refused and its process ended', async () => {
  const pictures = new PictureProcess({ mostMemoryBytes: 1 });
  expect(await pictures.remake('ava', { bytes: large, purpose: 'message' })).toEqual({ outcome: 'too_large' });
  await expect.poll(() => processesOf()).toEqual([]);
});

test('the process runs at a lower priority and without our environment', async () => {
  const pictures = new PictureProcess({ longestMs: 60_000, mostProcessorMs: 60_000 });
  const made = pictures.remake('ava', { bytes: large, purpose: 'message' });
  const pid = await runningProcess();
  await made;

  expect(getPriority(pid)).toBe(5);
  expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('PATH=');
  process.kill(pid, 'SIGKILL');
});

test('the process ends with its parent, also if that is killed while a picture is being decoded', async () => {
  const script = `
    const { PictureProcess } = await import(${JSON.stringify(import.meta.resolve('./pictures.process.ts'))});
    const { largePicture } = await import(${JSON.stringify(import.meta.resolve('./pictures.testing.ts'))});
    const bytes = await largePicture();
    const pictures = new PictureProcess();
    for (;;) await pictures.remake('ava', { bytes, purpose: 'message' });`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = await runningProcess(parent.pid);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await expect.poll(() => inspectProcess(pid), { timeout: 10_000 }).toBeUndefined();
});
