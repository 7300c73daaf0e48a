import { type Patience, usualPatience } from '../platform/patience.ts';
import type { ServedLink, LinkTable } from './link.table.ts';

// A code that isn't in memory may have just been created on another node, or its link was not used for long. Before the
// shopper gets "not found", it is looked up once: for a short time, together with all others that are waiting, and no
// more often, since most unknown codes come from scanners. A code without a link is remembered for a second, so that
// asking for it again and again costs one read a second.

const pauseMs = 50;
const atOnce = 500;
const waitingCap = 2_000;
const unknownMs = 1_000;
const unknownCap = 10_000;
const codePattern = /^[A-Za-z0-9_-]{3,64}$/;

type Read = (codes: readonly string[]) => Promise<void>;

export type LookUp = (code: string) => Promise<ServedLink | undefined>;

/** `read` loads the links of the codes into the table. */
export function createLookUp(table: LinkTable, read: Read, patience: Patience['link'] = usualPatience.link): LookUp {
  let waiting = new Map<string, PromiseWithResolvers<void>>();
  let isReading = false;
  const unknown = createUnknownCodes();

  const isMissing = (code: string): boolean => table.ownerOf(code) === undefined;

  const readBatch = async (batch: readonly string[]): Promise<void> => {
    // Some came while the batch before was read with the same code.
    const codes = batch.filter((code) => isMissing(code) && !unknown.has(code));
    if (codes.length === 0) return;
    const isRead = await read(codes).then(
      () => true,
      () => false,
    );
    if (isRead) unknown.add(codes.filter(isMissing));
  };

  const readWaiting = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, atOnce);
      waiting = new Map([...waiting].slice(atOnce));
      const startedAt = performance.now();
      await readBatch(batch.map(([code]) => code));
      for (const [, { resolve }] of batch) resolve();
      await pauseFor(pauseMs - (performance.now() - startedAt));
    }
    isReading = false;
  };

  return async (code) => {
    if (!codePattern.test(code) || unknown.has(code)) return undefined;
    let answer = waiting.get(code);
    if (answer === undefined) {
      if (waiting.size >= waitingCap) return undefined;
      answer = Promise.withResolvers<void>();
      waiting.set(code, answer);
      void readWaiting();
    }
    const deadline = Promise.withResolvers<void>();
    const timer = setTimeout(deadline.resolve, table.reachedCap() === undefined ? patience.all : patience.some);
    await Promise.race([answer.promise, deadline.promise]);
    clearTimeout(timer);
    return table.find(code);
  };
}

/** Codes without a link, the last ones of the last second. */
function createUnknownCodes() {
  const until = new Map<string, number>();
  return {
    has: (code: string) => (until.get(code) ?? 0) > performance.now(),
    add(codes: readonly string[]) {
      for (const code of codes) {
        // Deleted and set again, so that the first key is the oldest.
        until.delete(code);
        until.set(code, performance.now() + unknownMs);
      }
      for (const code of until.keys()) {
        if (until.size <= unknownCap) break;
        until.delete(code);
      }
    },
  };
}

async function pauseFor(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
