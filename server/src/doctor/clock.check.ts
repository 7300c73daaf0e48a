import { correctedClock } from '../platform/clock.ts';
import { compareClocks } from '../platform/clock.watch.ts';
import { createLog } from '../platform/log.ts';
import { error, type Diagnosis, ok, type Patient, warning } from './diagnosis.ts';

const mostMs = { fine: 2_000, tolerable: 60_000 };

/** Compares this machine's clock with the database's. */
export async function checkClock({ clock, database }: Pick<Patient, 'clock' | 'database'>): Promise<Diagnosis> {
  const offsetMs = await compareClocks({ clock: correctedClock(clock), database, log: createLog('silent') });
  const difference = Math.abs(offsetMs);
  if (difference <= mostMs.fine) return ok('agrees with the database');
  const text = `This machine's clock is ${Math.round(difference / 1_000)} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the database's. Turn on time synchronization on both.`;
  return difference <= mostMs.tolerable ? warning(text) : error(text);
}
