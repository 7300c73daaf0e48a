import type { listPlacements } from '@vitrine/contract/storefront.ts';
import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { type RawBuilder, sql } from 'kysely';
import { timeZoneOf } from '../accounts/time-zone.ts';
import type { Context } from '../context.ts';
import type { AccountAccess } from '../creators/creators.access.ts';
import type { Tx } from '../platform/database/database.ts';
import { clicksIn } from '../figures/counts.ts';
import { spanParts } from '../figures/parts.ts';
import { spanOfLast } from '../platform/days.ts';
import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';

type PlacementQuery = QueryOf<typeof listPlacements>;

const daysShown = 30;

function matching(search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql``;
  const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const fields = ['p.title', 'p.note', 'g.title', 'g.sku', 'g.category'];
  const found = fields.map((field) => sql`${sql.ref(field)} ilike ${pattern(search)}`);
  // A shortlink can be pasted as a whole.
  found.push(sql`l.code ilike ${pattern(search.split('/s/').at(-1) ?? '')}`);
  return sql`and exists (select from products g, links l where g.merchant_id = p.merchant_id and g.id = p.product_id
    and l.merchant_id = p.merchant_id and l.id = p.link_id and (${sql.join(found, sql` or `)}))`;
}

/** Where the previous page ended. If its last placement was removed since then, the next one has its position now. */
async function placeOf(tx: Tx, account: AccountAccess, cursor: string) {
  const refused = () => invalid('cursor', 'must be the next_cursor of the previous page');
  if (!isId(cursor)) throw refused();
  const { rows } = await sql<{ section: number; collection_id: string | null; position: number; removed: boolean }>`
    select coalesce(c.position, -1) as section, p.collection_id, p.position, p.removed_at is not null as removed
    from placements p left join collections c on c.merchant_id = p.merchant_id and c.id = p.collection_id
    where p.merchant_id = ${account.merchantId}::uuid and p.merchant_account_id = ${account.merchantAccountId}::uuid
      and p.id = ${cursor}::uuid`.execute(tx);
  if (!rows[0]) throw refused();
  return { ...rows[0], id: cursor };
}

function beyond({ position, id, removed }: { position: number; id: string; removed: boolean }): RawBuilder<unknown> {
  return removed
    ? sql`and p.position >= ${position}::integer`
    : sql`and (p.position, p.id) > (${position}::integer, ${id}::uuid)`;
}

/** The sections in page order, first the placements without a collection; the first returned one may begin after a placement. */
async function sectionsFrom(tx: Tx, account: AccountAccess, query: PlacementQuery) {
  const { collection_id: only, cursor } = query;
  if (only !== undefined && !isId(only)) return [];
  const after = cursor === undefined ? undefined : await placeOf(tx, account, cursor);
  const collections = await tx
    .selectFrom('collections')
    .select(['id', 'position'])
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .where('removed_at', 'is', null)
    .$if(only !== undefined, (all) => all.where('id', '=', only ?? ''))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const sections: { id: string | null; position: number }[] = [
    ...(only === undefined ? [{ id: null, position: -1 }] : []),
    ...collections,
  ];
  const isBefore = ({ id, position }: (typeof sections)[number]) =>
    after !== undefined &&
    (position < after.section || (position === after.section && (id ?? '') < (after.collection_id ?? '')));
  return sections
    .filter((section) => !isBefore(section))
    .map(({ id }) => ({ id, after: after && after.collection_id === id ? after : undefined }));
}

/** The ids of a page in the order that shoppers see, and whether more follow. Each section is read from the index. */
export async function placementIdsOf(
  tx: Tx,
  account: AccountAccess,
  query: PlacementQuery,
): Promise<{ ids: string[]; next: string | null }> {
  const { limit } = query;
  const found: string[] = [];
  for (const { id, after } of await sectionsFrom(tx, account, query)) {
    const room = limit + 1 - found.length;
    const { rows } = await sql<{ id: string }>`
      select p.id from placements p
      where p.merchant_id = ${account.merchantId}::uuid and p.merchant_account_id = ${account.merchantAccountId}::uuid
        and p.removed_at is null and ${id === null ? sql`p.collection_id is null` : sql`p.collection_id = ${id}::uuid`}
        ${after ? beyond(after) : sql``}
        ${matching(query.search)}
      order by p.position, p.id limit ${room}`.execute(tx);
    found.push(...rows.map((row) => row.id));
    if (found.length > limit) return { ids: found.slice(0, limit), next: found[limit - 1] ?? null };
  }
  return { ids: found, next: null };
}

/** Figures of the whole storefront. */
export async function tallyOf(
  ctx: Context,
  tx: Tx,
  account: AccountAccess,
): Promise<Omit<MetaOf<typeof listPlacements>, 'next_cursor'>> {
  const span = spanOfLast(ctx.clock.now(), await timeZoneOf(tx, account.creatorId), daysShown);
  const clicks = await clicksIn(tx, [account.merchantAccountId], spanParts([span]));
  const { rows } = await sql<{ total: bigint; hidden: bigint }>`
    select count(*) as total, count(hidden_at) as hidden from placements where merchant_id = ${account.merchantId}::uuid
      and merchant_account_id = ${account.merchantAccountId}::uuid and removed_at is null`.execute(tx);
  const [row] = rows;
  return {
    total: Number(row?.total ?? 0n),
    hidden: Number(row?.hidden ?? 0n),
    clicks_last_30_days: clicks.get(0) ?? 0,
  };
}
