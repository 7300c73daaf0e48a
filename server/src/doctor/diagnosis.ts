import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';

export type Level = 'ok' | 'warning' | 'error';
/** One line of the doctor. `text` says what is fine, or what to do. */
export type Diagnosis = { level: Level; text: string };

/** What the checks look at. */
export type Patient = { config: Config; clock: Clock; database: Database };

export const ok = (text: string): Diagnosis => ({ level: 'ok', text });
export const warning = (text: string): Diagnosis => ({ level: 'warning', text });
export const error = (text: string): Diagnosis => ({ level: 'error', text });

/** What went wrong, in one line. Connections that fail everywhere have their reasons inside. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return reasonOf(thrown.errors[0]);
  if (!(thrown instanceof Error)) return String(thrown);
  // A failed fetch says only that it failed; its cause says why.
  if (thrown.cause !== undefined && thrown.message === 'fetch failed') return reasonOf(thrown.cause);
  return thrown.message.replaceAll(/\s*\n\s*/g, ' ');
}
