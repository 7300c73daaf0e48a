import { setPriority } from 'node:os';
import type { PictureAnswer, PictureRequest } from './pictures.process.ts';

// The picture process: it opens one file at a time and knows nothing but that file. It ends when it needs too much
// memory, and when its parent is gone, however the parent ended. Argument: the most memory, in bytes.

const lowerPriority = 10;
const mostMemory = Number(process.argv[2]);
const lookAtMemoryMs = 20;

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
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > mostMemory) answer({ outcome: 'too_large' }, end);
  }, lookAtMemoryMs);
  const made = await remake(Buffer.from(bytes), purpose);
  clearInterval(watch);
  const memory = process.memoryUsage.rss();
  answer(made === undefined ? { outcome: 'unreadable', memory } : { outcome: 'made', made, memory });
});
