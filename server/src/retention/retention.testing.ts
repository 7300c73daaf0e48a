import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { RedirectorScene } from '../redirector.testing.ts';

type Column = { column: string; type: string };

const fillers: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: 'md5(random()::text)',
  bytea: "decode(md5(random()::text), 'hex')",
  integer: '1',
  bigint: '1',
  boolean: 'false',
  jsonb: `'{"some": "content"}'`,
  'timestamp with time zone': '$1::timestamptz',
};

/** What a filler can't know: allowed values, and columns that stay empty. */
const values: Record<string, Record<string, string>> = {
  sessions: { kind: "'login'", mode: "'full'", parent_id: 'null', impersonator_id: 'null' },
  events: { audience_merchant: 'null', audience_creators: 'null' },
  impersonation_grants: { mode: "'view'", used_at: 'null' },
  mails: { failed_at: 'null', failure: 'null' },
  webhook_deliveries: { source: "'shopify'", outcome: "'applied'" },
  delivery_log: {
    fields: "'{}'",
    minute: 'null',
    last_received_at: 'null',
    closed_as: 'null',
    closed_by: 'null',
    close_reason: 'null',
    closed_at: 'null',
    fix: 'null',
    fix_began_at: 'null',
  },
  privacy_requests: { source: "'shopify'", kind: "'data_request'", order_ids: "'{}'" },
  applications: { state: "'rejected'" },
  early_reports: { kind: "'refund'" },
  test_orders: { state: "'decided'" },
  outgoing_attempts: { status: '200', fault: 'null' },
  outgoing_deliveries: { state: "'delivered'" },
  product_changes: { source: "'import'" },
  product_import_rows: { outcome: "'created'" },
  product_feed_runs: { status: "'changed'" },
  product_imports: { source: "'csv'" },
  storefront_views: { class: "'human'" },
  orphan_visits: { reason: "'unknown'" },
  openid_flows: { intent: "'login'" },
  social_flows: { platform: "'instagram'" },
};

/** Rows whose age is that of another row. */
const parents: Record<string, { table: string; column: string }> = {
  push_devices: { table: 'sessions', column: 'session_id' },
};

/** Inserts a row all of whose times are `at`, past foreign keys and triggers. */
export async function insertAged(
  owner: pg.Client,
  table: string,
  at: Date,
  more: Record<string, string> = {},
): Promise<void> {
  const parent = parents[table];
  const parentId = randomUUID();
  if (parent) await insertAged(owner, parent.table, at, { id: `'${parentId}'` });
  const { rows } = await owner.query<Column>(
    `select a.attname as column, format_type(a.atttypid, null) as type from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''`,
    [table],
  );
  const own = { ...values[table], ...(parent && { [parent.column]: `'${parentId}'` }), ...more };
  const expressions = rows.map(({ column, type }) => own[column] ?? fillers[type] ?? 'null');
  await owner.query("set session_replication_role = 'replica'");
  await owner.query(
    `insert into ${table} (${rows.map(({ column }) => column).join(', ')})
     select ${expressions.join(', ')} from (select $1::timestamptz) as given`,
    [at],
  );
  await owner.query('reset session_replication_role');
}

export async function partitionsOf(scene: Pick<RedirectorScene, 'query'>): Promise<string[]> {
  const rows = await scene.query<{ name: string }>('select name from hit_partitions() order by before_id');
  return rows.map(({ name }) => name);
}
