import { type Asked, type CountedKeys, toCounted } from '../counts.asked.ts';
import type { FigureEngine } from './engine.ts';
import { tableOf } from './engine.tables.ts';

const dimensions = ['country', 'device', 'referrer', 'app'] as const;
/** Conditions on columns that change are tested only after the latest version of a row was found. */
const settings = 'settings optimize_move_to_prewhere_if_final = 0, do_not_merge_across_partitions_select_final = 1';

/** Counts in ClickHouse, exactly as `countHere` does in PostgreSQL. */
export async function countThere(engine: Pick<FigureEngine, 'ask'>, name: string, asked: Asked): Promise<CountedKeys> {
  const { sql, values } = questionOf(name, asked);
  // An alias must not have the name of a column.
  const rows = await engine.ask<{ counted_key: string; counted_times: string }>(sql, values);
  return toCounted(rows.map((row) => ({ key: row.counted_key, counted: row.counted_times })));
}

function questionOf(name: string, { of, account, span, filters, by }: Asked) {
  const values: Record<string, unknown> = { account, from: micros(span.from), to: micros(span.to) };
  const conditions = [
    'account = {account:UUID} and counted',
    'at >= fromUnixTimestamp64Micro({from:Int64}) and at < fromUnixTimestamp64Micro({to:Int64})',
  ];
  for (const dimension of dimensions) {
    if (filters[dimension] === undefined) continue;
    values[dimension] = filters[dimension];
    conditions.push(`${dimension} = {${dimension}:String}`);
  }
  if (filters.links !== undefined) {
    values['links'] = filters.links;
    conditions.push('has({links:Array(UUID)}, link)');
  }
  const { key, more } = keyOf(by, values);
  return {
    sql: `select ${key} as counted_key, count() as counted_times from ${tableOf(name, of)} final ${more} where ${conditions.join(' and ')} group by counted_key ${settings}`,
    values,
  };
}

function keyOf(by: Asked['by'], values: Record<string, unknown>): { key: string; more: string } {
  if (by === 'link') return { key: 'toString(link)', more: '' };
  if ('places' in by) {
    values['bounds'] = by.places.map(micros);
    return {
      key: 'toString(toInt64(arrayCount(b -> b <= toUnixTimestamp64Micro(at), {bounds:Array(Int64)})) - 1)',
      more: '',
    };
  }
  const pairs = by.dimensions.map((dimension) => `('${dimension}', toString(${dimension}))`);
  return {
    key: `concat(part.1, ':', part.2)`,
    more: `array join arrayFilter(p -> p.2 != '', [${pairs.join(', ')}]) as part`,
  };
}

function micros(at: Date): number {
  return at.getTime() * 1_000;
}
