import { sql } from 'kysely';
import { lastQuarter } from '../figures/figures.sql.ts';
import { rowPieces, type DataExport } from '../platform/data-export.ts';

const valuesOf = (array: 'counts' | 'view_counts') => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('dimension', n.dimension, 'value', n.value, 'count', entry_count(e)) order by n.dimension, n.value), '[]')
   from unnest(d.${sql.ref(array)}) e join figure_names n on n.id = entry_name(e) where entry_name(e) > ${sql.raw(String(lastQuarter))})`;

/** A day can have thousands of links. */
const daysAtOnce = 50;

/** All of Analytics. Of the dimension `class`, all hits are counted, and of the others the clicks. */
export const exportFigures: DataExport = async (_ctx, tx, { accountIds }) => ({
  figures_by_day: rowPieces(
    tx,
    sql`
      with named as materialized (
        select number, link_id from link_totals where merchant_account_id = any(${accountIds}::uuid[])
      )
      select d.merchant_account_id, d.day, d.hits, d.clicks, d.loads, d.views, ${valuesOf('counts')} as click_sources,
        ${valuesOf('view_counts')} as view_sources,
        (select coalesce(jsonb_object_agg(t.link_id, entry_count(e)), '{}') from unnest(d.links) e join named t on t.number = entry_name(e)) as clicks_by_link
      from account_days d where d.merchant_account_id = any(${accountIds}::uuid[]) order by d.day`,
    daysAtOnce,
  ),
});
