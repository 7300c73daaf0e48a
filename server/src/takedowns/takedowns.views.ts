import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { type listTakedowns, subjectKind, type Takedown } from '@vitrine/contract/takedowns.ts';
import { type TakedownCategory, isTakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { Refusal } from '../platform/refusal.ts';

export function categoryOf(stored: string): TakedownCategory {
  return isTakedownCategory(stored) ? stored : 'terms';
}

/** A counter-notice answers a copyright notice, not an order of a court or a decision of the operators. */
export function answersNotice(kind: string, category: string): boolean {
  return kind === 'copyright' && category === 'copyright';
}

function rows(tx: Tx) {
  return tx
    .selectFrom('takedowns')
    .innerJoin('users as operators', 'operators.id', 'takedowns.taken_down_by')
    .leftJoin('users as creators', 'creators.id', 'takedowns.creator_id')
    .leftJoin('merchants', 'merchants.id', 'takedowns.merchant_id')
    .leftJoin('reports', 'reports.id', 'takedowns.report_id')
    .selectAll('takedowns')
    .select([
      'operators.display_name as operator',
      'creators.display_name as creator',
      'merchants.display_name as brand',
      'reports.reference',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

function presentTakedown(row: Row): Takedown {
  return {
    id: row.id,
    subject_kind: subjectKind.parse(row.subject_kind),
    address: row.address,
    category: categoryOf(row.category),
    reason: row.reason,
    note: row.note,
    owner: row.creator ?? row.brand ?? '',
    report_id: row.report_id,
    reference: row.reference,
    taken_down_at: row.taken_down_at.toISOString(),
    taken_down_by: row.operator,
    lifted_at: row.lifted_at?.toISOString() ?? null,
    lift_reason: row.lift_reason,
  };
}

export async function takedownById(tx: Tx, id: string): Promise<Takedown> {
  const row = await rows(tx).where('takedowns.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return presentTakedown(row);
}

export async function takedownOfReport(tx: Tx, reportId: string): Promise<Takedown | undefined> {
  const row = await rows(tx)
    .where('takedowns.report_id', '=', reportId)
    .orderBy('takedowns.taken_down_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && presentTakedown(row);
}

/** What is taken down now, newest first. */
export async function takedownsOfAll(
  tx: Tx,
  query: QueryOf<typeof listTakedowns>,
): Promise<ReplyOf<typeof listTakedowns>> {
  const after = placeOfId(query.cursor);
  const found = await rows(tx)
    .where('takedowns.lifted_at', 'is', null)
    .$if(after !== undefined, (select) =>
      select.where((where) =>
        where(
          where.refTuple('takedowns.taken_down_at', 'takedowns.id'),
          '<',
          where.tuple(after?.at ?? new Date(0), after?.id ?? ''),
        ),
      ),
    )
    .orderBy('takedowns.taken_down_at', 'desc')
    .orderBy('takedowns.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  const more = found.length > query.limit && last !== undefined;
  return {
    data: page.map(presentTakedown),
    meta: { next_cursor: more ? nextCursor(last.taken_down_at, last.id) : null },
  };
}
