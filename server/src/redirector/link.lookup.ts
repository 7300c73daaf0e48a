import type { ServedLink, LinkTable } from './link.table.ts';

// A code that this node doesn't know may have just been created on another. Before the shopper gets "not found", it is
// looked up once: for a short time, together with all others that are waiting, and no more often, since most unknown
// codes come from scanners.

const deadlineMs = 150;
const pauseMs = 50;
const atOnce = 500;
const waitingCap = 2_000;
const codePattern = /^[A-Za-z0-9_-]{3,64}$/;

type Read = (codes: readonly string[]) => Promise<void>;

export type LookUp = (code: string) => Promise<ServedLink | undefined>;

/** `read` loads the links of the codes into the table. */
export function createLookUp(table: LinkTable, read: Read): LookUp {
  let waiting = new Map<string, PromiseWithResolvers<void>>();
  let isReading = false;

  const readWaiting = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, atOnce);
      waiting = new Map([...waiting].slice(atOnce));
      const startedAt = performance.now();
      await read(batch.map(([code]) => code)).catch(() => undefined);
      for (const [, { resolve }] of batch) resolve();
      await pauseFor(pauseMs - (performance.now() - startedAt));
    }
    isReading = false;
  };

  return async (code) => {
    if (!codePattern.test(code)) return undefined;
    let answer = waiting.get(code);
    if (answer === undefined) {
      if (waiting.size >= waitingCap) return undefined;
      answer = Promise.withResolvers<void>();
      waiting.set(code, answer);
      void readWaiting();
    }
    const deadline = Promise.withResolvers<void>();
    const timer = setTimeout(deadline.resolve, deadlineMs);
    await Promise.race([answer.promise, deadline.promise]);
    clearTimeout(timer);
    return table.find(code);
  };
}

async function pauseFor(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
