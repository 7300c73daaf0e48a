import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import type { FigureDimension } from './counts.ts';

/** Only clicks with all of these. Views have no app and no link. */
export type FigureFilters = { [Dimension in FigureDimension]?: string | undefined } & {
  links?: readonly string[] | undefined;
};

/** What is counted from single hits or views of a storefront. */
export type Asked = {
  of: 'hits' | 'views';
  account: string;
  span: Span;
  filters: FigureFilters;
  by: { places: readonly Date[] } | { dimensions: readonly FigureDimension[] } | 'link';
};

/** How often each key was counted: the index of a place, `dimension:value`, or the id of a link. */
export type CountedKeys = Map<string, number>;

export type CountedRow = { key: string; counted: string | number };

const columnsOfDimensions = {
  country: 'country',
  device: 'device',
  referrer: 'referrer_host',
  app: 'app',
} as const;

export function toCounted(rows: readonly CountedRow[]): CountedKeys {
  return new Map(rows.map(({ key, counted }) => [key, Number(counted)]));
}

export function addCounted(one: CountedKeys, other: CountedKeys): CountedKeys {
  const sum = new Map(one);
  for (const [key, counted] of other) sum.set(key, (sum.get(key) ?? 0) + counted);
  return sum;
}

/** Counts in PostgreSQL, row by row. */
export async function countHere(tx: Tx, { of, account, span, filters, by }: Asked): Promise<CountedKeys> {
  const [from, to] = [span.from.toISOString(), span.to.toISOString()];
  const table = sql.ref(of === 'hits' ? 'hits' : 'storefront_views');
  const conditions = [
    sql`r.merchant_account_id = ${account}::uuid and r.counted`,
    sql`r.at >= ${from}::timestamptz and r.at < ${to}::timestamptz`,
    ...(of === 'hits'
      ? [sql`r.id >= first_hit_id(${from}::timestamptz) and r.id < first_hit_id(${to}::timestamptz)`]
      : []),
    ...conditionsOf(filters),
  ];
  const { key, more } = keyOf(by);
  const { rows } = await sql<CountedRow>`
    select ${key} as key, count(*) as counted from ${table} r ${more} and ${sql.join(conditions, sql` and `)} group by 1`.execute(
    tx,
  );
  return toCounted(rows);
}

function conditionsOf(filters: FigureFilters): RawBuilder<unknown>[] {
  const found = Object.entries(columnsOfDimensions).flatMap(([dimension, column]) => {
    const value = filters[dimension as FigureDimension];
    return value === undefined ? [] : [sql`${sql.ref(`r.${column}`)} = ${value}`];
  });
  return filters.links === undefined ? found : [...found, sql`r.link_id = any(${[...filters.links]}::uuid[])`];
}

function keyOf(by: Asked['by']): { key: RawBuilder<unknown>; more: RawBuilder<unknown> } {
  if (by === 'link') return { key: sql`r.link_id::text`, more: sql`where true` };
  if ('places' in by) {
    const bounds = by.places.map((at) => at.toISOString());
    return { key: sql`(width_bucket(r.at, ${bounds}::timestamptz[]) - 1)::text`, more: sql`where true` };
  }
  const pairs = by.dimensions.map(
    (dimension) => sql`(${dimension}, ${sql.ref(`r.${columnsOfDimensions[dimension]}`)})`,
  );
  return {
    key: sql`part.dimension || ':' || part.value`,
    more: sql`cross join lateral (values ${sql.join(pairs)}) as part (dimension, value) where part.value <> ''`,
  };
}
