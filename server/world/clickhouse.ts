import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';

type Session = {
  queryAsync(sql: string, options?: { format?: string }): Promise<{ text(): string }>;
  close(): void;
};

const library = process.env['CHDB_PATH'] ?? '';
/** Tests that need it are skipped without it. */
export const hasChdb = library !== '' && existsSync(library);

export type StandInClickHouse = {
  /** For FIGURES. */
  address: string;
  query(sql: string): Promise<string>;
  /** What the next requests get instead of an answer. */
  fault: 'none' | 'refuses' | 'hangs' | 'breaks_after' | 'denies_tables';
  requests: number;
  [Symbol.asyncDispose](): Promise<void>;
};

/** ClickHouse's HTTP interface on loopback, as far as the client needs it; chdb carries out the statements. */
export async function startClickHouse(): Promise<StandInClickHouse> {
  const { Session } = createRequire(join(library, 'package.json'))(library) as { Session: new () => Session };
  const session = new Session();
  const held = new Set<ServerResponse>();
  await session.queryAsync('create database if not exists vitrine');
  await session.queryAsync('use vitrine');
  const server = createServer((request, response) => {
    found.requests += 1;
    answer(session, found.fault, request, response, held).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const found: StandInClickHouse = {
    address: `clickhouse://127.0.0.1:${port}/vitrine`,
    query: async (sql) => (await session.queryAsync(sql, { format: 'TSV' })).text(),
    fault: 'none',
    requests: 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      session.close();
    },
  };
  return found;
}

async function answer(
  session: Session,
  fault: StandInClickHouse['fault'],
  request: IncomingMessage,
  response: ServerResponse,
  held: Set<ServerResponse>,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await text(request);
  if (fault === 'hangs') return void held.add(response);
  if (fault === 'refuses') return void response.writeHead(503).end('Code: 999. DB::Exception: refused');
  const inUrl = searchParams.get('query');
  const sql = inUrl === null ? body : `${inUrl}\n${body}`;
  if (fault === 'denies_tables' && /^\s*create/i.test(sql))
    return void response.writeHead(403).end('Code: 497. DB::Exception: vitrine: Not enough privileges');
  const values = Object.fromEntries(
    [...searchParams].flatMap(([name, value]) => (name.startsWith('param_') ? [[name.slice(6), value]] : [])),
  );
  const result = await inTurn(() => run(session, sql, values));
  // The statement was carried out, and the client does not learn it.
  if (fault === 'breaks_after') return void response.destroy();
  response.writeHead(200, { 'content-type': 'application/json', 'x-clickhouse-format': 'JSONEachRow' });
  response.end(result);
}

/** A session has its parameters for all statements, so they take turns. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn;
  return turn;
}

async function run(session: Session, sql: string, values: Record<string, string>): Promise<string> {
  if (Object.keys(values).length === 0) return (await session.queryAsync(sql)).text();
  for (const [name, value] of Object.entries(values))
    await session.queryAsync(`set param_${name} = '${escaped(value)}'`);
  return (await session.queryAsync(sql)).text();
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
