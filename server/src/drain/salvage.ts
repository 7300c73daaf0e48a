import { appendFile } from 'node:fs/promises';
import type { HitRecord } from '../hits/hit.record.ts';
import type { Log } from '../platform/log.ts';

export type SalvageOptions = {
  log: Log;
  /** The file for records that the database refuses. */
  refusedFile: string;
};

/**
 * Data that the database refuses must not block what comes after it: the batch is halved until the bad record is alone,
 * and that one is set aside.
 */
export async function storeSalvaging(
  records: readonly HitRecord[],
  store: (records: readonly HitRecord[]) => Promise<boolean>,
  options: SalvageOptions,
): Promise<boolean> {
  try {
    return await store(records);
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    if (records.length <= 1) {
      options.log.error({ error: String(error) }, 'the database rejected a hit; it was saved to a file');
      await appendFile(options.refusedFile, `${JSON.stringify(records)}\n`, { mode: 0o600 });
      return false;
    }
    const middle = Math.ceil(records.length / 2);
    await storeSalvaging(records.slice(0, middle), store, options);
    return storeSalvaging(records.slice(middle), store, options);
  }
}

/** SQLSTATE classes 22 and 23: the data itself is wrong, so a retry is of no use. */
export function isRefusedData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);
}
