/** The longest turn of the event loop in milliseconds: by the clock, and the processor time of its thread alone. */
export type Turns = { clock: number; processor: number };

/** Measures turns one after another. Other programs can stop a turn, so the clock alone says too much. */
export function createTurns() {
  const longest: Turns = { clock: 0, processor: 0 };
  const now = () => ({ clock: performance.now(), processor: processorNow() });
  let last = now();
  return {
    end() {
      const next = now();
      longest.clock = Math.max(longest.clock, next.clock - last.clock);
      longest.processor = Math.max(longest.processor, next.processor - last.processor);
      last = next;
    },
    longest: (): Turns => ({ ...longest }),
  };
}

function processorNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
