// What owners see of their take-downs, and how they object. The take-downs are read in the owner's own scope, whose
// policies leave out the operators' notes; the state of the report is the operators', so it is read with the system role.
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { type OwnTakedown, type sendCounterNotice, subjectKind } from '@vitrine/contract/takedowns.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { restoreWindow } from './clocks.ts';
import { insertCounterNotice, moveReport } from './takedowns.queries.ts';
import { answersNotice, categoryOf } from './takedowns.views.ts';

type Scope = { creatorId: string } | { merchantId: string };

async function scopesOf(ctx: Context, person: Person): Promise<Scope[]> {
  if (person.principal === 'creator') return [{ creatorId: person.userId }];
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('merchant_staff').select('merchant_id').where('user_id', '=', person.userId).execute(),
  );
  return rows.map((row) => ({ merchantId: row.merchant_id }));
}

function readActive(ctx: Context, scope: Scope) {
  return ctx.database.as({ role: 'app', ...scope }, (tx) =>
    tx
      .selectFrom('takedowns')
      .select(['id', 'subject_kind', 'subject_id', 'address', 'category', 'reason', 'report_id', 'taken_down_at'])
      .where('lifted_at', 'is', null)
      .orderBy('taken_down_at', 'desc')
      .execute(),
  );
}

async function readReports(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('reports')
      .leftJoin('counter_notices', 'counter_notices.report_id', 'reports.id')
      .select(['reports.id', 'reports.kind', 'reports.state', 'counter_notices.received_at as countered_at'])
      .where('reports.id', 'in', ids)
      .execute(),
  );
}

export async function listOwnTakedownsOf(ctx: Context, actor: Actor): Promise<OwnTakedown[]> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const scopes = await scopesOf(ctx, actor);
  const rows = (await Promise.all(scopes.map((scope) => readActive(ctx, scope)))).flat();
  const reports = await readReports(
    ctx,
    rows.flatMap(({ report_id: id }) => id ?? []),
  );
  return rows.map((row) => {
    const report = reports.find(({ id }) => id === row.report_id);
    const counteredAt = report?.countered_at ?? null;
    const window = counteredAt && report?.state === 'countered' ? restoreWindow(counteredAt) : undefined;
    return {
      id: row.id,
      subject_kind: subjectKind.parse(row.subject_kind),
      subject_id: row.subject_id,
      address: `${ctx.config.publicUrl}${row.address}`,
      category: categoryOf(row.category),
      reason: row.reason,
      taken_down_at: row.taken_down_at.toISOString(),
      can_counter: report?.state === 'taken_down' && answersNotice(report.kind, row.category) && counteredAt === null,
      counter_notice_at: counteredAt?.toISOString() ?? null,
      restore_from: window?.notBefore.toISOString() ?? null,
      restore_until: window?.at.toISOString() ?? null,
    };
  });
}

/** Stores the counter-notice, once, which starts the clock until the restore. */
export async function sendCounterNoticeFor(
  ctx: Context,
  actor: Actor,
  id: string,
  input: BodyOf<typeof sendCounterNotice>,
): Promise<OwnTakedown> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const find = async () => (isId(id) ? (await listOwnTakedownsOf(ctx, actor)).find((own) => own.id === id) : undefined);
  const own = await find();
  if (!own) throw new Refusal('not_found');
  const { name, postal_address, phone, statement, signature } = input;
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const { report_id: reportId } = await tx
      .selectFrom('takedowns')
      .select('report_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (own.counter_notice_at !== null) throw new Refusal('counter_notice_sent');
    if (reportId === null || !own.can_counter) throw new Refusal('counter_notice_refused');
    const now = ctx.clock.now();
    const isStored = await insertCounterNotice(tx, {
      takedown_id: id,
      report_id: reportId,
      user_id: actor.userId,
      name,
      postal_address,
      phone,
      statement,
      signature,
      received_at: now,
      forwarded_at: null,
      court_at: null,
      court_note: null,
    });
    if (!isStored) throw new Refusal('counter_notice_sent');
    // Restored meanwhile.
    if (!(await moveReport(tx, reportId, ['taken_down'], 'countered'))) throw new Refusal('not_found');
    await audit(ctx, tx, actor, { action: 'counter_notice.sent', subject: { kind: 'takedown', id } });
  });
  return (await find()) ?? own;
}
