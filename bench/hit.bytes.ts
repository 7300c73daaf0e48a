import type pg from 'pg';
import type { BenchFigure } from './figure.ts';

// What a stored hit takes on disk: its row, its entry in each index, and its part of the texts that hits share.

type Part = { part: string; bytes: number };

const sizesText = `
  select 'row' as part, sum(pg_table_size(relid))::float8 as bytes from pg_partition_tree('hits') where isleaf
  union all
  select replace(parent.relname, 'hits_', ''), sum(pg_relation_size(each.inhrelid))::float8
  from pg_index i join pg_class parent on parent.oid = i.indexrelid join pg_inherits each on each.inhparent = i.indexrelid
  where i.indrelid = 'hits'::regclass group by 1
  union all
  select 'shared texts', coalesce(pg_total_relation_size(to_regclass('hit_profiles')), 0)::float8
  order by bytes desc`;

/** `client` must see the hits of all brands. */
export async function measureHitBytes(client: pg.Client, about: string): Promise<BenchFigure> {
  const { rows: counted } = await client.query<{ count: number }>('select count(*)::int as count from hits');
  const count = counted[0]?.count ?? 0;
  const { rows } = await client.query<Part>(sizesText);
  const ofOne = (bytes: number): number => Math.round(bytes / count);
  const whole = ofOne(rows.reduce((sum, { bytes }) => sum + bytes, 0));
  return {
    name: `disk for a hit, ${about}`,
    value: `${whole} B`,
    yardstick: rows.map(({ part, bytes }) => `${part} ${ofOne(bytes)}`).join(', '),
    ratio: '',
    goal: '≤ 350 B',
    holds: whole <= 350,
  };
}
