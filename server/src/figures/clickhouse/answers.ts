import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Span } from '../../platform/days.ts';
import { addCounted, type Asked, type CountedKeys, countHere } from '../counts.asked.ts';
import { countThere } from './engine.counts.ts';

// Which database counts. PostgreSQL always counts the last two days, where hits still arrive. ClickHouse counts what is
// before, if the feed has nothing from that time. Otherwise it is not asked.

const dayMs = 86_400_000;
const recentDays = 2;
/** Shorter ranges are not worth a second database. A day can have 25 hours. */
export const longDays = 92;

export function isLong({ from, to }: Span): boolean {
  return to.getTime() - from.getTime() > (longDays + 0.5) * dayMs;
}

/** Exactly what PostgreSQL would count; undefined if ClickHouse can't say that now. */
export async function countLong(
  { figures: engine, clock, log }: Pick<Context, 'figures' | 'clock' | 'log'>,
  tx: Tx,
  asked: Asked,
): Promise<CountedKeys | undefined> {
  if (!engine || !isLong(asked.span) || engine.isResting()) return undefined;
  const settled = settledUntil(clock.now(), asked.span);
  const name = await settledName(tx, engine.place, settled.to);
  if (name === undefined) {
    engine.note('behind');
    return undefined;
  }
  try {
    const there = await countThere(engine, name, { ...asked, span: settled });
    const rest = { from: settled.to, to: asked.span.to };
    engine.note('counted');
    return rest.from < rest.to ? addCounted(there, await countHere(tx, { ...asked, span: rest })) : there;
  } catch (error) {
    engine.note('failed');
    log.warn({ error: String(error) }, 'ClickHouse did not count');
    return undefined;
  }
}

function settledUntil(now: Date, { from, to }: Span): Span {
  const boundary = new Date((Math.floor(now.getTime() / dayMs) - recentDays) * dayMs);
  return { from, to: boundary < to ? boundary : to };
}

async function settledName(tx: Tx, place: string, before: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select figures_settled(${place}, ${before}) as name`.execute(tx);
  return rows[0]?.name ?? undefined;
}
