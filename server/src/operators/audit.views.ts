import type { checkAuditLog, AuditEntry } from '@vitrine/contract/operators.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { invalid } from '../platform/refusal.ts';
import { hideInAllAddresses } from '../platform/shown.addresses.ts';

type Person = { uid: string; display_name: string; role: 'creator' | 'brand' | 'operator' } | null;
type Row = {
  seq: bigint;
  at: Date;
  actor: Person;
  impersonator: Person;
  merchant: AuditEntry['merchant'];
  action: string;
  subject_kind: string;
  subject_id: string;
  subject_name: string | null;
  details: Record<string, unknown>;
  request_id: string;
};

export type AuditQuery = {
  person?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

function numberIn(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!/^[1-9][0-9]{0,17}$/.test(cursor)) throw invalid('cursor', 'must be the next_cursor of the previous page');
  return cursor;
}

const personOf = (alias: string) =>
  sql`case when ${sql.ref(alias)}.id is null then null else json_build_object('uid', ${sql.ref(alias)}.uid, 'display_name', ${sql.ref(alias)}.display_name, 'role', ${sql.ref(alias)}.role) end`;

/** Matches users whose name, handle or email contains the text, or by uid. */
function matching(person: string) {
  const pattern = `%${person.replace(/^[@/]/, '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(select id from users where uid = ${person} or display_name ilike ${pattern} or email ilike ${pattern} or user_handle ilike ${pattern})`;
}

function conditions(query: AuditQuery) {
  const { person, action, subject } = query;
  const filters = [sql`(${numberIn(query.cursor)}::bigint is null or e.seq < ${numberIn(query.cursor)}::bigint)`];
  if (action) filters.push(sql`e.action = ${action}`);
  if (subject)
    filters.push(
      sql`(e.subject_id = ${subject} or e.subject_kind = ${subject} or s.display_name ilike ${`%${subject.replaceAll(/[\\%_]/g, '\\$&')}%`})`,
    );
  if (person)
    filters.push(
      sql`(e.actor_id in ${matching(person)} or e.impersonator_id in ${matching(person)} or s.id in ${matching(person)})`,
    );
  return sql.join(filters, sql` and `);
}

export async function pageOfAudit(
  tx: Tx,
  query: AuditQuery,
): Promise<{ data: AuditEntry[]; meta: { next_cursor: string | null; actions: string[] } }> {
  const { rows } = await sql<Row>`
    select e.seq, e.at, e.action, e.subject_kind, e.subject_id, e.details, e.request_id, s.display_name as subject_name,
      ${personOf('a')} as actor, ${personOf('i')} as impersonator,
      case when m.id is null then null else json_build_object('slug', m.slug, 'display_name', m.display_name) end as merchant
    from audit_entries e
    left join users a on a.id = e.actor_id
    left join users i on i.id = e.impersonator_id
    left join merchants m on m.id = e.merchant_id
    left join users s on e.subject_kind = 'user' and s.id::text = e.subject_id
    where ${conditions(query)}
    order by e.seq desc
    limit ${query.limit + 1}`.execute(tx);
  const actions = await tx.selectFrom('audit_entries').select('action').distinct().orderBy('action').execute();
  const page = rows.slice(0, query.limit);
  return {
    data: page.map(({ seq, at, subject_kind, subject_id, subject_name, ...row }) => ({
      ...row,
      // Entries of earlier versions have whole addresses. They are part of the chain, so they can't be changed.
      details: hideInAllAddresses(row.details),
      seq: seq.toString(),
      at: at.toISOString(),
      subject: { kind: subject_kind, id: subject_id, name: subject_name },
    })),
    meta: {
      next_cursor: rows.length > page.length ? (page.at(-1)?.seq.toString() ?? null) : null,
      actions: actions.map((row) => row.action),
    },
  };
}

/**
 * Hashes the same text as record_audit (0092_audit_chains.sql) and compares it with the stored hash. The first entry of
 * each chain continues the hash with which the chain begins since its oldest entries were deleted. Each entry names the
 * newest one that there was when it was written, which must still be there. If the details of an entry were erased, what
 * remains is compared with the hash in the entry of the erasure.
 */
export async function checkChain(tx: Tx): Promise<Omit<DataOf<typeof checkAuditLog>, 'checked_at'>> {
  const { rows } = await sql<{ seq: bigint; at: Date; hash: Buffer; entries: bigint; fits: boolean }>`
    with vouched as (
      select remaining.key::bigint as seq, remaining.value as hash, e.seq as by
      from audit_entries e cross join jsonb_each_text(e.details->'redacted') remaining where e.action = 'account.erased'
    ), chain as (
      select seq, at, hash, count(*) over () as entries, max(seq) over () as newest,
        previous_hash = coalesce(lag(hash) over (partition by chain order by seq),
          (select s.hash from audit_start s where s.chain = e.chain), sha256('')) and
        (seen_hash is null or seen_seq < coalesce((select max(s.seq) from audit_start s), 1)
          or exists (select from audit_entries s where s.seq = e.seen_seq and s.hash = e.seen_hash)) and
        case when redacted
          then details = '{}' and exists (select from vouched v where v.seq = e.seq and v.by > e.seq
            and v.hash = encode(sha256(convert_to(audit_text(e, '{}'), 'UTF8')), 'hex'))
          else hash = sha256(previous_hash || convert_to(audit_text(e, details::text), 'UTF8')) end as fits
      from audit_entries e
    )
    (select seq, at, hash, entries, fits from chain where not fits order by seq limit 1)
    union all
    select seq, at, hash, entries, true from chain where seq = newest`.execute(tx);
  const broken = rows.find((row) => !row.fits);
  const last = rows.findLast((row) => row.fits);
  return {
    entries: Number(rows[0]?.entries ?? 0n),
    last: last ? { seq: last.seq.toString(), at: last.at.toISOString(), hash: last.hash.toString('hex') } : null,
    broken_at: broken ? { seq: broken.seq.toString(), at: broken.at.toISOString() } : null,
  };
}
