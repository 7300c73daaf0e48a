import { getPriority, setPriority } from 'node:os';

/** At 10, a tenth of a busy processor, the picture process took over ten seconds to start. */
const lowPriority = 5;

/**
 * Lets the rest of the server run first. On Linux it applies to the calling thread and to those that it starts later,
 * elsewhere to the process. Never fails: a lower priority can't be raised again without a right for it, and a system
 * call filter may refuse the change. The work is then done with the priority that is there.
 */
export function lowerPriority(): void {
  try {
    if (getPriority() < lowPriority) setPriority(lowPriority);
  } catch {
    // Nothing depends on it.
  }
}
