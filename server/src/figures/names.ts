import type { Queryable } from '../platform/database/queryable.ts';

// The names of values. A transaction that adds one makes others that need the same one wait for it; so transactions that
// run beside each other add the names that they need before they begin.

export type NamedValue = { dimension: string; value: string };

/** Sources are shortened by the same expression with which hits are counted. */
const addText = `
  insert into figure_names (dimension, value)
  select dimension, value from (
    select distinct dimension, case dimension when 'source' then lower(left(value, 64)) else value end as value
    from unnest($1::text[], $2::text[]) as asked (dimension, value)
  ) needed
  where value <> '' and not exists (
    select from figure_names known where known.dimension = needed.dimension and known.value = needed.value)
  order by dimension, value
  on conflict do nothing`;

const mostRemembered = 20_000;

/** Returns a function that adds the names that are missing. It remembers those that it has seen. */
export function createNames(db: Queryable): (values: Iterable<NamedValue>) => Promise<void> {
  const seen = new Set<string>();
  return async (values) => {
    const fresh = new Map<string, NamedValue>();
    for (const each of values) {
      const key = `${each.dimension} ${each.value}`;
      if (each.value !== '' && !seen.has(key)) fresh.set(key, each);
    }
    if (fresh.size === 0) return;
    const needed = [...fresh.values()];
    await db.query({
      name: 'add_figure_names',
      text: addText,
      values: [needed.map(({ dimension }) => dimension), needed.map(({ value }) => value)],
    });
    if (seen.size > mostRemembered) seen.clear();
    for (const key of fresh.keys()) seen.add(key);
  };
}
