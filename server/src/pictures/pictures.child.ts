import { lowerPriority } from '../platform/priority.ts';
import type { PictureAnswer, PictureRequest } from './pictures.process.ts';

// The picture process decodes one file at a time and has no access to anything else. It ends when it needs too much memory
// or time, or when its parent is gone. Arguments: the memory limit in bytes and the CPU time limit per picture in
// milliseconds.

const mostMemory = Number(process.argv[2]);
const mostProcessorMs = Number(process.argv[3]);
const lookEveryMs = 20;

// Must run before any thread starts, because on Linux a new thread inherits the priority.
lowerPriority();
const { remake } = await import('./pictures.remake.ts');

/** process.exit() would wait for the current picture. */
const end = () => process.kill(process.pid, 'SIGKILL');
const send = (answer: PictureAnswer, then: () => void = () => undefined) => process.send?.(answer, then);

process.on('disconnect', end);
// Ctrl-C reaches the whole process group; ignored here, so that the parent can finish running work.
process.on('SIGINT', () => undefined);

process.on('message', async ({ bytes, purpose }: PictureRequest) => {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > mostMemory) send({ outcome: 'too_large' }, end);
    else if ((user + system) / 1_000 > mostProcessorMs) send({ outcome: 'too_slow' }, end);
  }, lookEveryMs);
  const made = await remake(Buffer.from(bytes), purpose);
  clearInterval(watch);
  const memory = process.memoryUsage.rss();
  send(made === undefined ? { outcome: 'unreadable', memory } : { outcome: 'made', made, memory });
});
