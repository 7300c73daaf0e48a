import type { Duplex } from 'node:stream';
import { CompiledQuery, type DatabaseConnection, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import { keepingEnd, keptIn, type KeptNotice } from './kept.notices.ts';

/** A statement that is not sent yet. */
export type UnsentStatement<Row = unknown> = { compile(executor: QueryExecutorProvider): CompiledQuery<Row> };

/** How a transaction ends: its last statements, and the result, made of the rows of each. */
export type LastStatements<T> = { statements: readonly UnsentStatement[]; result: (rows: readonly unknown[][]) => T };

/** A transaction of one statement. Its result are the rows of it. */
export function onlyStatement<Row>(statement: UnsentStatement<Row>): LastStatements<Row[]> {
  // The rows are those of the only statement.
  return { statements: [statement], result: ([rows = []]) => rows as Row[] };
}

/** Writes the statements that are sent in one turn of the event loop to the socket at once. */
export function joinWrites(client: pg.PoolClient): void {
  // The driver's connection is not part of its types.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const joined = (...args: unknown[]) => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    return send(...args);
  };
  // The overloads of query can't be told apart by their types; the arguments are passed on unchanged.
  client.query = joined as typeof client.query;
}

/**
 * Sends statements of one transaction in one round trip, and returns the rows of each. PostgreSQL executes them in order.
 * If one fails, those after it fail too, and a commit among them is a rollback.
 */
export async function sendTogether(
  connection: DatabaseConnection,
  queries: readonly CompiledQuery[],
): Promise<unknown[][]> {
  const answers = await Promise.allSettled(queries.map((query) => connection.executeQuery(query)));
  return answers.map((answer) => {
    // The first that failed; the others only say that the transaction has failed.
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows;
  });
}

/** PostgreSQL's code for statements after one that failed. */
const alreadyFailed = '25P02';

/** Commits and returns the notices. A transaction in which a statement failed before is rolled back and has none. */
export async function commitAndRead(connection: DatabaseConnection): Promise<KeptNotice[]> {
  const answers = await Promise.allSettled(keepingEnd.map((text) => connection.executeQuery(CompiledQuery.raw(text))));
  const failed = answers.find((answer) => answer.status === 'rejected')?.reason as { code?: unknown } | undefined;
  if (failed === undefined)
    return keptIn(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : [])));
  if (failed.code === alreadyFailed) return [];
  throw failed;
}
