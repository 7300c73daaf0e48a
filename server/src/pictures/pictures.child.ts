import { setPriority } from 'node:os';
import type { PictureAnswer, PictureRequest } from './pictures.process.ts';

// The picture process: it opens one file at a time and knows nothing but that file. It ends when it needs too much
// memory or time, and when its parent is gone, however the parent ended. Arguments: the most memory, in bytes, and the
// most processor time of one picture, in milliseconds.

const lowerPriority = 10;
const mostMemory = Number(process.argv[2]);
const mostProcessorMs = Number(process.argv[3]);
const lookEveryMs = 20;

// Before anything starts a thread, since on Linux a new thread takes the priority of the one that starts it.
setPriority(lowerPriority);
const { remake } = await import('./pictures.remake.ts');

/** process.exit() would wait for the picture that is being decoded. */
const end = () => process.kill(process.pid, 'SIGKILL');
const answer = (said: PictureAnswer, then: () => void = () => undefined) => process.send?.(said, then);

process.on('disconnect', end);
// Ctrl-C reaches the whole group; the parent finishes what is under way.
process.on('SIGINT', () => undefined);

process.on('message', async ({ bytes, purpose }: PictureRequest) => {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > mostMemory) answer({ outcome: 'too_large' }, end);
    else if ((user + system) / 1_000 > mostProcessorMs) answer({ outcome: 'too_slow' }, end);
  }, lookEveryMs);
  const made = await remake(Buffer.from(bytes), purpose);
  clearInterval(watch);
  const memory = process.memoryUsage.rss();
  answer(made === undefined ? { outcome: 'unreadable', memory } : { outcome: 'made', made, memory });
});
