import type { Health } from '@vitrine/contract/monitoring.ts';
import type { Context } from '../context.ts';
import { readFeedState } from '../figures/clickhouse/feed.state.ts';

/** The beginning of an error is enough to recognize it. */
const longestFault = 300;

/** Whether the ClickHouse of FIGURES answers this node, and what it has; null without one. */
export async function readFiguresHealth({ figures: engine, database, clock }: Context): Promise<Health['figures']> {
  if (!engine) return null;
  const [fault, feed] = await Promise.all([
    engine.ask('select 1 as answer', {}).then(
      () => null,
      (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, longestFault),
    ),
    database.as({ role: 'system' }, (tx) => readFeedState(tx, engine.place, clock.now())),
  ]);
  return {
    fault,
    state: feed.state,
    fed_at: feed.fedAt?.toISOString() ?? null,
    months_left: feed.monthsLeft,
    waiting_since: feed.waitingSince?.toISOString() ?? null,
    questions: engine.questions(),
  };
}
