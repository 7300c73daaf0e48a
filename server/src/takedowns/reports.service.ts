// The operators' queue of reports. Each step moves a report out of the state in which the operator saw it, so of two
// operators at once one acts and the other is told. Uses the system role, like all actions of operators.
import type { BodyOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type {
  declineReport,
  listReports,
  recordCourtAction,
  ReportSheet,
  restoreReported,
  takeDownReported,
} from '@vitrine/contract/takedowns.ts';
import type { Context } from '../context.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { reporterOf } from './reports.intake.ts';
import { reportById, reportsOfAll } from './reports.views.ts';
import { counterNoticeMail, type Decided, decidedMail, statementFor } from './takedowns.mails.ts';
import { lockReport, markForwarded, moveReport, storeCourtAction } from './takedowns.queries.ts';
import { liftById, takeDownSubject } from './takedowns.service.ts';
import { answersNotice } from './takedowns.views.ts';

const movedOn = 'Another operator has already acted on this report. Reload to see it.';

export async function listReportsFor(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listReports>,
): Promise<ReplyOf<typeof listReports>> {
  accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => reportsOfAll(tx, query, ctx.clock.now()));
}

async function sheetOf(ctx: Context, tx: Tx, id: string): Promise<ReportSheet> {
  const found = isId(id) ? await reportById(tx, id, ctx.clock.now()) : undefined;
  if (!found) throw new Refusal('not_found');
  return found;
}

export async function readReportFor(ctx: Context, actor: Actor, id: string): Promise<ReportSheet> {
  accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => sheetOf(ctx, tx, id));
}

type Step = { ctx: Context; tx: Tx; operator: Person; report: ReportSheet };

/** Loads a report for an operator, changes it, and returns it as it is then. */
async function actOn(
  ctx: Context,
  actor: Actor,
  id: string,
  action: string,
  work: (step: Step) => Promise<Record<string, unknown>>,
): Promise<ReportSheet> {
  const operator = accessInstallation(actor);
  const after = await ctx.database.as({ role: 'system' }, async (tx) => {
    if (isId(id)) await lockReport(tx, id);
    const report = await sheetOf(ctx, tx, id);
    const details = await work({ ctx, tx, operator, report });
    const subject = { kind: 'report', id };
    await audit(ctx, tx, operator, { action, subject, details: { report: report.reference, ...details } });
    return sheetOf(ctx, tx, id);
  });
  return after;
}

async function move({ ctx, tx, operator, report }: Step, from: string[], to: string, answer?: string): Promise<void> {
  const decision = { by: operator.userId, at: ctx.clock.now(), ...(answer !== undefined && { answer }) };
  if (!(await moveReport(tx, report.id, from, to, decision))) throw new Refusal('conflict', { message: movedOn });
}

/** The reporter's address with the language of the report. */
async function reporterIn({ ctx, tx, report }: Step) {
  const { locale } = await tx
    .selectFrom('reports')
    .select('locale')
    .where('id', '=', report.id)
    .executeTakeFirstOrThrow();
  return reporterOf(ctx, { email: report.reporter_email, locale });
}

async function tellReporter(step: Step, decided: Decided, reason: string): Promise<void> {
  const { ctx, tx, report } = step;
  await queueMail(ctx, tx, decidedMail(await reporterIn(step), report.reference, decided, reason));
}

export async function takeDownReportedFor(
  ctx: Context,
  actor: Actor,
  id: string,
  input: BodyOf<typeof takeDownReported>,
): Promise<ReportSheet> {
  return actOn(ctx, actor, id, 'report.taken_down', async (step) => {
    const { report } = step;
    await move(step, ['open'], 'taken_down');
    const canCounter = answersNotice(report.kind, input.category);
    const sender = report.notice === null ? undefined : report.reporter_name;
    const statement = statementFor(report.statement, report.notice);
    await takeDownSubject(ctx, step.tx, step.operator, report.address, {
      ...input,
      report: { id, reference: report.reference, canCounter, sender, statement },
    });
    await tellReporter(step, 'taken_down', input.reason);
    return { category: input.category };
  });
}

export async function declineReportFor(
  ctx: Context,
  actor: Actor,
  id: string,
  { reason }: BodyOf<typeof declineReport>,
): Promise<ReportSheet> {
  return actOn(ctx, actor, id, 'report.declined', async (step) => {
    await move(step, ['open'], 'declined', reason);
    await tellReporter(step, 'declined', reason);
    return { reason };
  });
}

export async function forwardCounterNoticeFor(ctx: Context, actor: Actor, id: string): Promise<ReportSheet> {
  return actOn(ctx, actor, id, 'report.forwarded', async (step) => {
    const { tx, report } = step;
    const { counter_notice: notice } = report;
    if (notice === null) throw new Refusal('counter_notice_missing');
    if (!(await markForwarded(tx, id, ctx.clock.now()))) throw new Refusal('conflict', { message: movedOn });
    const notBefore = new Date(notice.restore_from);
    const contact = ctx.config.operator.email;
    await queueMail(
      ctx,
      tx,
      counterNoticeMail(await reporterIn(step), report.reference, { ...notice, notBefore, contact }),
    );
    return {};
  });
}

export async function recordCourtActionFor(
  ctx: Context,
  actor: Actor,
  id: string,
  { note }: BodyOf<typeof recordCourtAction>,
): Promise<ReportSheet> {
  return actOn(ctx, actor, id, 'report.in_court', async (step) => {
    await move(step, ['countered'], 'in_court');
    await storeCourtAction(step.tx, id, ctx.clock.now(), note);
    return { note };
  });
}

export async function restoreReportedFor(
  ctx: Context,
  actor: Actor,
  id: string,
  { reason, withdrawn }: BodyOf<typeof restoreReported>,
): Promise<ReportSheet> {
  return actOn(ctx, actor, id, 'report.restored', async (step) => {
    const { tx, operator, report } = step;
    await move(step, ['taken_down', 'countered', 'in_court'], 'restored');
    if (report.takedown === null) throw new Error(`report ${id} has no take-down`);
    if (answersNotice(report.kind, report.takedown.category) && !withdrawn) refuseTooEarly(report, ctx.clock.now());
    await liftById(ctx, tx, operator, report.takedown.id, reason);
    await tellReporter(step, 'restored', reason);
    return { reason, ...(withdrawn && { withdrawn }) };
  });
}

/** The law and the terms: not before ten business days after the counter-notice. */
function refuseTooEarly({ counter_notice: notice, state }: ReportSheet, now: Date): void {
  if (notice === null) throw new Refusal('counter_notice_missing');
  if (state === 'in_court') throw new Refusal('report_in_court');
  if (now < new Date(notice.restore_from))
    throw new Refusal('restore_too_early', { message: `Not before ${notice.restore_from}` });
}
