import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * How much of the clicks and views ClickHouse has. `attaching`: nothing yet, or everything is sent again. `filling`: some
 * months are missing. `behind`: changes wait for longer than they should.
 */
export type FeedState = {
  state: 'attaching' | 'filling' | 'behind' | 'complete';
  /** When it last had everything. */
  fedAt: Date | null;
  monthsLeft: number;
  /** Since when the oldest change waits. */
  waitingSince: Date | null;
};

/** The task runs every minute, and a change of many hits takes a few. */
const patienceMs = 10 * 60_000;

type Row = {
  is_attached: boolean;
  fed_at: Date | null;
  months: number;
  waiting_since: Date | null;
};

/** With the system role; the place is that of the engine in FIGURES. */
export async function readFeedState(tx: Tx, place: string, now: Date): Promise<FeedState> {
  const { rows } = await sql<Row>`
    select coalesce(bool_and(e.place = ${place} and not exists (select from figure_feed where oldest_at = '-infinity')), false) as is_attached,
      max(e.fed_at) as fed_at,
      (select count(*)::int from figure_feed where ids is null) as months,
      (select min(at) from figure_feed where ids is not null) as waiting_since
    from figure_engine e`.execute(tx);
  const found = rows[0];
  if (!found?.is_attached) return { state: 'attaching', fedAt: null, monthsLeft: 0, waitingSince: null };
  const { fed_at: fedAt, months: monthsLeft, waiting_since: waitingSince } = found;
  const isLate = waitingSince !== null && now.getTime() - waitingSince.getTime() > patienceMs;
  return { state: monthsLeft > 0 ? 'filling' : isLate ? 'behind' : 'complete', fedAt, monthsLeft, waitingSince };
}
