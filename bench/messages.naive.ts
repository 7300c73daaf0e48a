import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

// The control of the messages measurement: the same calls in a first, naive version. Numbers come from a sequence, a
// repeated message is another message, and a reader queries what is after the last number it saw.

const { DATABASE_URL: url = '', PORT: port = '0' } = process.env;
const pool = new pg.Pool({ connectionString: url, max: 12 });
pool.on('error', () => undefined);
pool.on('connect', (client) => client.on('error', () => undefined));
const readers = new Set<ServerResponse>();

await pool.query(
  'create table if not exists naive_messages (id bigserial primary key, thread text not null, body text not null)',
);
await pool.query(
  'create table if not exists naive_threads (thread text primary key, last_message_at timestamptz not null)',
);

async function listen(): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  let isLost = false;
  const again = () => {
    if (isLost) return;
    isLost = true;
    void pause(500).then(listen);
  };
  client.on('error', again);
  client.on('end', again);
  client.on('notification', ({ payload }) => {
    const event = JSON.stringify({ kind: 'message', merchant_account_id: payload });
    for (const reader of readers) reader.write(`data: ${event}\n\n`);
  });
  await client.connect().then(() => client.query('listen naive'), again);
}
await listen();

async function send(thread: string, body: string): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      'insert into naive_messages (thread, body) values ($1, $2) returning id',
      [thread, body],
    );
    await client.query(
      'insert into naive_threads values ($1, now()) on conflict (thread) do update set last_message_at = now()',
      [thread],
    );
    await client.query("select pg_notify('naive', $1)", [thread]);
    await client.query('commit');
    client.release();
    return rows[0]?.id ?? '';
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function read(thread: string, after: string): Promise<object[]> {
  const { rows } = await pool.query<{ id: string; body: string }>(
    'select id, body from naive_messages where thread = $1 and id > $2 order by id limit 100',
    [thread, after],
  );
  return rows.map(({ id, body }) => ({ seq: Number(id), body }));
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const read: { body: string } = JSON.parse(Buffer.concat(chunks).toString());
  return read.body;
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const thread = /threads\/([\w-]+)\/messages$/.exec(pathname)?.[1] ?? '';
  if (pathname === '/readyz') return response.end();
  if (pathname.endsWith('/events')) {
    readers.add(response);
    response.on('close', () => readers.delete(response));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    return response.write('event: ready\ndata: {}\n\n');
  }
  try {
    const data =
      request.method === 'POST'
        ? { seq: Number(await send(thread, await bodyOf(request))) }
        : await read(thread, searchParams.get('after') ?? '0');
    return response.writeHead(request.method === 'POST' ? 201 : 200).end(JSON.stringify({ data }));
  } catch {
    return response.writeHead(503).end();
  }
}).listen(Number(port), '127.0.0.1');
