import { Counter, type Registry } from 'prom-client';
import type { EngineAddress } from './engine.address.ts';

/** A ClickHouse that answers figures. Every method fails with an Error whose message says what is wrong. */
export type FigureEngine = {
  /** Where it is, without the password. */
  place: string;
  database: string;
  run(sql: string): Promise<void>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Within a second, for someone who waits. */
  ask<Row>(sql: string, values: Record<string, unknown>): Promise<Row[]>;
  /** Notes what came of a question, for the metric. After a failure, it is not asked for a moment. */
  note(outcome: AskOutcome): void;
  /** How often each outcome was noted since this node started. */
  questions(): Record<AskOutcome, number>;
  isResting(): boolean;
  close(): Promise<void>;
};

/** `behind`: it lacks rows of the range. */
export type AskOutcome = 'counted' | 'behind' | 'failed';

const askMs = 1_000;
const feedMs = 60_000;
const restMs = 10_000;

/** Loads the client, which nothing else uses, only here. */
export async function openFigureEngine(address: EngineAddress, metrics: Registry): Promise<FigureEngine> {
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  const client = createClient({
    url: address.url,
    username: address.user,
    password: address.password,
    database: address.database,
    request_timeout: feedMs,
    application: 'vitrine',
    // Whoever asks logs what failed.
    log: { level: ClickHouseLogLevel.OFF },
  });
  const questions = new Counter({
    name: 'vitrine_figure_questions_total',
    help: 'Questions about long ranges for ClickHouse, by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const noted: Record<AskOutcome, number> = { counted: 0, behind: 0, failed: 0 };
  let restUntil = 0;
  return {
    place: `${address.url}/${address.database}`,
    database: address.database,
    run: async (query) => void (await client.command({ query })),
    insert: async (table, values) => void (await client.insert({ table, values, format: 'JSONEachRow' })),
    ask: async <Row>(query: string, query_params: Record<string, unknown>) => {
      const signal = AbortSignal.timeout(askMs);
      const result = await client.query({ query, query_params, format: 'JSONEachRow', abort_signal: signal });
      return result.json<Row>();
    },
    note: (outcome) => {
      questions.inc({ outcome });
      noted[outcome] += 1;
      if (outcome === 'failed') restUntil = performance.now() + restMs;
    },
    questions: () => ({ ...noted }),
    isResting: () => performance.now() < restUntil,
    close: () => client.close(),
  };
}
