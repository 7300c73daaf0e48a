// The tables in ClickHouse: what clicks and views are counted by, and nothing else. No address, no browser, no order and
// no amount leaves PostgreSQL.

export type FedKind = 'hits' | 'views';

/** The columns of each table, and what each is in PostgreSQL. */
export const fedColumns = {
  hits: {
    id: { type: 'UUID', source: 'id' },
    at: { type: "DateTime64(6, 'UTC')", source: 'at' },
    account: { type: 'UUID', source: 'merchant_account_id' },
    link: { type: 'UUID', source: 'link_id' },
    counted: { type: 'Bool', source: 'counted' },
    country: { type: 'LowCardinality(String)', source: 'country' },
    device: { type: 'LowCardinality(String)', source: 'device' },
    referrer: { type: 'LowCardinality(String)', source: 'referrer_host' },
    app: { type: 'LowCardinality(String)', source: 'app' },
  },
  views: {
    id: { type: 'UUID', source: 'id' },
    at: { type: "DateTime64(6, 'UTC')", source: 'at' },
    account: { type: 'UUID', source: 'merchant_account_id' },
    counted: { type: 'Bool', source: 'counted' },
    country: { type: 'LowCardinality(String)', source: 'country' },
    device: { type: 'LowCardinality(String)', source: 'device' },
    referrer: { type: 'LowCardinality(String)', source: 'referrer_host' },
  },
} as const satisfies Record<FedKind, Record<string, { type: string; source: string }>>;

export const sourceTables = { hits: 'hits', views: 'storefront_views' } as const satisfies Record<FedKind, string>;

export function tableOf(name: string, kind: FedKind): string {
  return `${name}_${kind}`;
}

/** Of rows with the same key, the one with the highest version counts. */
export function createTableText(name: string, kind: FedKind): string {
  const columns = Object.entries(fedColumns[kind]).map(([column, { type }]) => `${column} ${type}`);
  return `create table if not exists ${tableOf(name, kind)} (${columns.join(', ')}, version UInt64, gone UInt8)
    engine = ReplacingMergeTree(version, gone) partition by toYYYYMM(at) order by (account, at, id)`;
}
