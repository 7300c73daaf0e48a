import { Registry } from 'prom-client';
import { type FigureEngine, openFigureEngine } from '../figures/clickhouse/engine.ts';
import { readFeedState } from '../figures/clickhouse/feed.state.ts';
import { error, type Diagnosis, ok, type Patient, reasonOf, warning } from './diagnosis.ts';

/** Whether the ClickHouse of FIGURES can be used, and how far behind it is. Leaves nothing there. */
export async function checkFigures({ config, database, clock }: Patient): Promise<Diagnosis[]> {
  if (config.figures === undefined) return [];
  const engine = await openFigureEngine(config.figures, new Registry());
  try {
    const fault = await faultOf(engine);
    if (fault !== undefined) return [error(`FIGURES: ${fault}`)];
    return [judgeFeed(await database.as({ role: 'system' }, (tx) => readFeedState(tx, engine.place, clock.now())))];
  } finally {
    await engine.close();
  }
}

async function faultOf(engine: FigureEngine): Promise<string | undefined> {
  try {
    await engine.ask('select 1 as answer', {});
  } catch (thrown) {
    return `ClickHouse doesn't answer: ${reasonOf(thrown)}. Check that it runs, the address, the user and the password, and that the database exists. Until then PostgreSQL answers.`;
  }
  const table = `vitrine_doctor_${process.pid}`;
  try {
    await engine.run(`create table ${table} (id UInt8) engine = MergeTree order by id`);
    await engine.run(`drop table ${table}`);
  } catch (thrown) {
    return `ClickHouse answers, and its user can't create and drop tables: ${reasonOf(thrown)}. Grant what docs/operate/growing.md lists.`;
  }
  return undefined;
}

function judgeFeed({ state, fedAt, monthsLeft, waitingSince }: Awaited<ReturnType<typeof readFeedState>>): Diagnosis {
  if (state === 'attaching')
    return warning(
      'ClickHouse has nothing yet. A node with the role worker begins to fill it within a minute of its start.',
    );
  if (state === 'filling')
    return ok(`ClickHouse is being filled: ${monthsLeft} ${monthsLeft === 1 ? 'month' : 'months'} to go`);
  if (state === 'behind')
    return warning(
      `ClickHouse lacks changes since ${waitingSince?.toISOString() ?? ''}. Check that a node with the role worker runs, and the task feed_figures under Health.`,
    );
  return ok(`ClickHouse answers, and has everything up to ${fedAt?.toISOString() ?? 'now'}`);
}
