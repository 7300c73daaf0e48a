import type { Queryable } from '../platform/database/queryable.ts';
import type { LinkOwner } from '../redirector/link.table.ts';

type Row = {
  code: string;
  id: string;
  account: string;
  creator: string;
  merchant: string;
  clickParameter: string;
  cookieSeconds: number;
  duplicateMinutes: number;
  disabled: boolean;
};

const text = `
  select l.code, replace(l.id::text, '-', '') as id, l.merchant_account_id as account, l.creator_id as creator,
    m.id as merchant, m.click_parameter as "clickParameter",
    greatest(1800, m.duplicate_minutes * 60) as "cookieSeconds", m.duplicate_minutes as "duplicateMinutes",
    m.disabled_at is not null as disabled
  from links l join merchants m on m.id = l.merchant_id where l.code = any($1)`;

/** The owners of links as they are now, for nodes without links in memory. */
export async function readLinkOwners(db: Queryable, codes: readonly string[]): Promise<Map<string, LinkOwner>> {
  if (codes.length === 0) return new Map();
  const { rows } = await db.query<Row>({ name: 'link_owners', text, values: [codes] });
  return new Map(
    rows.map(({ code, id, account, creator, merchant, ...terms }) => [
      code,
      { id, account: { id: account, creatorId: creator, merchant: { id: merchant, ...terms } } },
    ]),
  );
}
