import { sql } from 'kysely';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import {
  copyrightNotice,
  type listReports,
  type Report,
  type ReportSheet,
  reportState,
  subjectKind,
} from '@vitrine/contract/takedowns.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { type Clocked, clockOf, restoreWindow } from './clocks.ts';
import { categoryOf, takedownOfReport } from './takedowns.views.ts';

const openStates = ['open', 'countered'];

function rows(tx: Tx) {
  return tx
    .selectFrom('reports')
    .leftJoin('counter_notices', 'counter_notices.report_id', 'reports.id')
    .selectAll('reports')
    .select(['counter_notices.received_at as countered_at', 'counter_notices.forwarded_at']);
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

function clockedOf(row: Pick<Row, 'state' | 'received_at' | 'countered_at' | 'forwarded_at'>): Clocked {
  const { countered_at: receivedAt, forwarded_at: forwardedAt } = row;
  return {
    state: reportState.parse(row.state),
    receivedAt: row.received_at,
    counterNotice: receivedAt === null ? undefined : { receivedAt, forwardedAt },
  };
}

function presentReport(row: Row, now: Date): Report {
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind === 'copyright' ? 'copyright' : 'abuse',
    category: categoryOf(row.category),
    address: row.address,
    subject_kind: row.subject_kind === null ? null : subjectKind.parse(row.subject_kind),
    state: reportState.parse(row.state),
    received_at: row.received_at.toISOString(),
    reporter_name: row.reporter_name,
    clock: clockOf(clockedOf(row), now),
  };
}

function matching(search: string | undefined) {
  if (!search) return sql<boolean>`true`;
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(reports.reference ilike ${pattern} or reports.address ilike ${pattern}
    or reports.reporter_name ilike ${pattern} or reports.reporter_email ilike ${pattern})`;
}

/** Open reports: oldest first. Closed ones: newest first. */
export async function reportsOfAll(
  tx: Tx,
  query: QueryOf<typeof listReports>,
  now: Date,
): Promise<ReplyOf<typeof listReports>> {
  const after = placeOfId(query.cursor);
  const isOpen = query.show === 'open';
  const direction = isOpen ? 'asc' : 'desc';
  const found = await rows(tx)
    .where('reports.state', isOpen ? 'in' : 'not in', openStates)
    .$if(query.kind !== undefined, (select) => select.where('reports.kind', '=', query.kind ?? ''))
    .where(matching(query.search))
    .$if(after !== undefined, (select) =>
      select.where((where) =>
        where(
          where.refTuple('reports.received_at', 'reports.id'),
          isOpen ? '>' : '<',
          where.tuple(after?.at ?? new Date(0), after?.id ?? ''),
        ),
      ),
    )
    .orderBy('reports.received_at', direction)
    .orderBy('reports.id', direction)
    .limit(query.limit + 1)
    .execute();
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  const more = found.length > query.limit && last !== undefined;
  return {
    data: page.map((row) => presentReport(row, now)),
    meta: { next_cursor: more ? nextCursor(last.received_at, last.id) : null },
  };
}

/** Copyright notices that led to a take-down, except those answered by a counter-notice and not taken to court. */
async function countJustified(tx: Tx, creatorId: string | null, now: Date): Promise<number> {
  if (creatorId === null) return 0;
  const { rows: found } = await sql<{ notices: number }>`
    select count(*)::int as notices from reports where kind = 'copyright' and creator_id = ${creatorId}::uuid
      and state in ('taken_down', 'in_court') and received_at > ${now}::timestamptz - interval '1 year'`.execute(tx);
  return found[0]?.notices ?? 0;
}

async function ownerOf(tx: Tx, row: Row): Promise<string | null> {
  const creator = row.creator_id
    ? await tx.selectFrom('users').select('display_name').where('id', '=', row.creator_id).executeTakeFirst()
    : undefined;
  const brand = row.merchant_id
    ? await tx.selectFrom('merchants').select('display_name').where('id', '=', row.merchant_id).executeTakeFirst()
    : undefined;
  return creator?.display_name ?? brand?.display_name ?? null;
}

async function counterNoticeOf(tx: Tx, reportId: string): Promise<ReportSheet['counter_notice']> {
  const found = await tx.selectFrom('counter_notices').selectAll().where('report_id', '=', reportId).executeTakeFirst();
  if (!found) return null;
  const { name, postal_address, phone, statement, signature, court_note } = found;
  return {
    name,
    postal_address,
    phone,
    statement,
    signature,
    court_note,
    received_at: found.received_at.toISOString(),
    forwarded_at: found.forwarded_at?.toISOString() ?? null,
    restore_from: restoreWindow(found.received_at).notBefore.toISOString(),
    court_at: found.court_at?.toISOString() ?? null,
  };
}

export async function reportById(tx: Tx, id: string, now: Date): Promise<ReportSheet | undefined> {
  const row = await rows(tx).where('reports.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const notice = copyrightNotice.safeParse(row.notice);
  return {
    ...presentReport(row, now),
    preview: row.subject_kind === null ? null : row.address,
    owner: await ownerOf(tx, row),
    reporter_email: row.reporter_email,
    statement: row.statement,
    notice: notice.success ? notice.data : null,
    decided_at: row.decided_at?.toISOString() ?? null,
    answer: row.answer,
    takedown: (await takedownOfReport(tx, id)) ?? null,
    counter_notice: await counterNoticeOf(tx, id),
    justified_notices: await countJustified(tx, row.creator_id, now),
  };
}

/** The clocks of all open reports, for the health page. */
export async function openClocks(tx: Tx): Promise<Clocked[]> {
  const found = await rows(tx).where('reports.state', 'in', openStates).execute();
  return found.map(clockedOf);
}
