import { sql } from 'kysely';
import type { SecurityEntry } from '@vitrine/contract/settings.ts';
import type { Tx } from '../platform/database/database.ts';
import { deviceOf } from '../sessions/device.ts';

type Row = {
  id: string;
  at: Date;
  action: string;
  about: string | null;
  operator: string | null;
  mode: string | null;
  reason: string | null;
};

/**
 * The events of one account: logins and impersonation (from the sessions), audit log entries about the user (including
 * what an operator did to its way to log in, with the reason), and actions of operators during impersonation.
 */
export async function readLog(
  tx: Tx,
  userId: string,
  page: { after: { at: Date; id: string } | undefined; limit: number },
): Promise<{ rows: SecurityEntry[]; last: { at: Date; id: string } | undefined }> {
  const until = page.after ? sql`where (at, id) < (${page.after.at}, ${page.after.id})` : sql``;
  const found = await sql<Row>`
    select * from (
      select 's' || s.id::text as id, s.created_at as at,
        case s.kind when 'login' then 'session.opened' else 'impersonation' end as action,
        case s.kind when 'login' then s.device end as about,
        o.display_name as operator, case s.kind when 'login' then null else s.mode end as mode, g.reason
      from sessions s
      left join users o on o.id = s.impersonator_id
      left join lateral (
        select reason from impersonation_grants g
        where g.target_id = s.user_id and g.operator_id = s.impersonator_id and g.used_at <= s.created_at
        order by g.used_at desc limit 1
      ) g on s.kind = 'impersonation'
      where s.user_id = ${userId}
      union all
      select 'a' || lpad(a.seq::text, 20, '0'), a.at, a.action, a.details->>'about',
        o.display_name, case when a.impersonator_id is null then null else 'assist' end,
        case when a.action in ('link.handed_over', 'two_factor.removed') then a.details->>'reason' end
      from audit_entries a
      left join users o on o.id = coalesce(a.impersonator_id,
        case when a.action in ('link.handed_over', 'two_factor.removed') then a.actor_id end)
      where (a.subject_kind = 'user' and a.subject_id = ${userId} or a.actor_id = ${userId} and a.impersonator_id is not null)
        and a.action not like 'impersonation%'
    ) log ${until} order by at desc, id desc limit ${page.limit + 1}`.execute(tx);
  const shown = found.rows.slice(0, page.limit);
  const last = found.rows.length > page.limit ? shown.at(-1) : undefined;
  return { rows: shown.map(present), last: last && { at: last.at, id: last.id } };
}

function present(row: Row): SecurityEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    about: row.action === 'session.opened' ? deviceText(row.about ?? '') : row.about,
    operator: row.operator,
    mode: row.mode === 'view' || row.mode === 'assist' ? row.mode : null,
    reason: row.reason,
  };
}

function deviceText(agent: string): string | null {
  const { browser, system } = deviceOf(agent);
  return [browser, system].filter(Boolean).join(', ') || null;
}
