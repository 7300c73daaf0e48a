// Approves and rejects applications, by staff or by the rules of the page. An approved applicant gets an invitation; a
// creator who applied with their account gets the storefront at once if nothing has changed that they agreed to. Uses
// the system role, because the addresses of applicants are needed; `accessBrand` has checked the caller.
import type {
  ApplicationRule,
  decideApplication,
  decideApplications,
  RejectionReason,
} from '@vitrine/contract/applications.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import { openPauses } from '../accounts/open.pauses.ts';
import type { Context } from '../context.ts';
import { addMerchantAccount } from '../creators/creators.service.ts';
import { joinGroup } from '../groups/groups.joining.ts';
import { type Conditions, missingStep, requireGroup, requireOffer } from '../invitations/invitations.conditions.ts';
import { sendInvitations } from '../invitations/invitations.sending.ts';
import { requireActiveBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { isId } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { firstRule } from './answers.ts';
import { approvedMail, rejectedMail } from './applications.mails.ts';
import {
  type ApplicationRecord,
  hasAcceptedTexts,
  isCreatorOf,
  lockApplications,
  saveApplication,
} from './applications.queries.ts';
import { applicationOf, presentApplication, storedAnswers } from './applications.views.ts';
import { type ApplyBrand, type StoredPage, pageOf } from './page.access.ts';

const invitationDays = 30;

type Decision =
  | { decision: 'approve'; message: string; groupId: string | null; conditions: Conditions }
  | { decision: 'reject'; message: string; reason: RejectionReason };
type RuleMark = { number: number; label: string; test: ApplicationRule['test']; value: string };
type By = {
  actor: Actor;
  home: string;
  brand: { id: string; slug: string; display_name: string; project_key: string };
  rule: RuleMark | null;
};

/** The creator who applied with an account, if they agreed to everything that holds now and don't work here yet. */
async function readyCreator(tx: Tx, row: ApplicationRecord, conditions: Conditions): Promise<string | undefined> {
  if (row.creator_id === null || row.terms_version !== conditions.termsVersion) return undefined;
  if (!(await hasAcceptedTexts(tx, row.creator_id))) return undefined;
  return row.creator_id;
}

type Approval = Extract<Decision, { decision: 'approve' }>;

type Invited = { id: string; url: string };

/** Opens the storefront, or sends the invitation and returns it. */
async function letIn(
  ctx: Context,
  tx: Tx,
  row: ApplicationRecord,
  approval: Approval,
  by: By,
): Promise<Invited | undefined> {
  const { actor, home, brand } = by;
  if (await isCreatorOf(tx, brand.id, row.email)) return undefined;
  const { message, groupId, conditions } = approval;
  const creatorId = await readyCreator(tx, row, conditions);
  if (creatorId === undefined) {
    const sending = { merchantId: brand.id, conditions, locale: row.locale, home, days: invitationDays, by: actor };
    const invitee = { email: row.email, name: row.name.slice(0, 60), reusable: false, note: message, groupId };
    const [made] = await sendInvitations(ctx, tx, sending, [invitee]);
    return made;
  }
  const reader = readerOf(
    await tx.selectFrom('users').select(readerColumns).where('id', '=', creatorId).executeTakeFirstOrThrow(),
  );
  const accountId = await addMerchantAccount(ctx, tx, brand.id, creatorId);
  const staff = actor.kind === 'person' ? actor.userId : null;
  await joinGroup(ctx, tx, { merchantId: brand.id, merchantAccountId: accountId, groupId, reader, by: staff });
  await queueMail(
    ctx,
    tx,
    approvedMail(reader, {
      brand: brand.display_name,
      message,
      url: `${ctx.config.publicUrl}/manage/${brand.slug}/products`,
    }),
  );
  await record(ctx, tx, { userId: creatorId }, { kind: 'user-update' });
  return undefined;
}

/** Returns the invitation of an approved applicant. */
async function decide(
  ctx: Context,
  tx: Tx,
  row: ApplicationRecord,
  decision: Decision,
  by: By,
): Promise<Invited | undefined> {
  const isApproved = decision.decision === 'approve';
  const invited = isApproved ? await letIn(ctx, tx, row, decision, by) : undefined;
  const { brand, actor, rule } = by;
  await saveApplication(tx, row, {
    state: isApproved ? 'approved' : 'rejected',
    decided_at: ctx.clock.now(),
    decided_by: actor.kind === 'person' ? actor.userId : null,
    decided_rule: rule && JSON.stringify(rule),
    reason: isApproved ? null : decision.reason,
    message: decision.message,
    invitation_id: invited?.id ?? null,
  });
  if (!isApproved) {
    const reader = { address: row.email, locale: row.locale, project: brand.project_key, timeZone: 'UTC' };
    await queueMail(ctx, tx, rejectedMail(reader, { brand: brand.display_name, ...decision }));
  }
  await audit(ctx, tx, actor, {
    action: isApproved ? 'application.approved' : 'application.rejected',
    merchantId: brand.id,
    subject: { kind: 'application', id: row.id },
    details: { by: rule ? `rule ${rule.number}` : 'staff' },
  });
  return invited;
}

/** What a rule says, if the brand can act on it now; else the application waits for staff. */
async function decisionOfRule(
  ctx: Context,
  tx: Tx,
  rule: ApplicationRule,
  page: StoredPage,
  merchantId: string,
): Promise<Decision | undefined> {
  const { message, reason } = rule;
  if (rule.decision === 'reject') return { decision: 'reject', message, reason: reason ?? 'other' };
  if ((await openPauses(tx, [merchantId])).has(merchantId) || (await missingStep(ctx, tx, merchantId)))
    return undefined;
  const conditions = await requireOffer(ctx, tx, merchantId);
  return { decision: 'approve', message, groupId: page.groupId, conditions };
}

type Waiting = { brand: ApplyBrand; page: StoredPage; applicationId: string; home: string };

/** Lets the first rule that fits answer a new application; without one, staff are told that it waits. */
export async function announceWaiting(
  ctx: Context,
  tx: Tx,
  { brand, page, applicationId, home }: Waiting,
): Promise<void> {
  const [row] = await lockApplications(tx, brand.id, [applicationId]);
  if (!row) throw new Error('the application that was just stored is missing');
  const answers = storedAnswers.parse(row.answers);
  const found = firstRule(page.rules, answers);
  const decision = found && (await decisionOfRule(ctx, tx, found.rule, page, brand.id));
  if (!found || !decision) {
    const notice = { kind: 'application', application_id: row.id } as const;
    await notify(ctx, tx, { merchantId: brand.id, staffWith: 'creators' }, notice);
    return;
  }
  const label = page.questions.find(({ id }) => id === found.rule.question)?.label ?? '';
  const rule = { number: found.number, label, test: found.rule.test, value: found.rule.value };
  await decide(ctx, tx, row, decision, { actor: anonymous, home, brand, rule });
}

type Outcome = DataOf<typeof decideApplications>[number];

function unanswered(id: string, result: Outcome['result'], message: string): Outcome {
  return { application_id: id, result, message, invitation_url: null };
}

/** Why an application can't be answered any more. */
function doneBefore(row: ApplicationRecord): Outcome | undefined {
  const { id, name, state } = row;
  if (state === 'waiting') return undefined;
  return state === 'withdrawn'
    ? unanswered(id, 'withdrawn_before', `${name} withdrew this application, so it can’t be answered any more`)
    : unanswered(id, 'answered_before', `This application of ${name} was already ${state}`);
}

type Wanted = Omit<BodyOf<typeof decideApplications>, 'application_ids'>;

async function decisionOf(ctx: Context, tx: Tx, merchantId: string, wanted: Wanted): Promise<Decision> {
  const { message } = wanted;
  if (wanted.decision === 'reject') return { decision: 'reject', message, reason: wanted.reason ?? 'other' };
  await requireActiveBrand(tx, merchantId);
  const conditions = await requireOffer(ctx, tx, merchantId);
  const groupId = wanted.group === undefined ? (await pageOf(tx, merchantId)).groupId : wanted.group;
  if (wanted.group) await requireGroup(tx, merchantId, wanted.group);
  return { decision: 'approve', message, groupId, conditions };
}

async function decideAll(
  ctx: Context,
  tx: Tx,
  { actor, merchantId, home }: { actor: Actor; merchantId: string; home: string },
  ids: readonly string[],
  wanted: Wanted,
): Promise<Outcome[]> {
  const brand = await tx
    .selectFrom('merchants')
    .select(['id', 'slug', 'display_name', 'project_key'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const known = ids.filter(isId);
  const rows = new Map(
    (known.length > 0 ? await lockApplications(tx, merchantId, known) : []).map((row) => [row.id, row]),
  );
  const decision = await decisionOf(ctx, tx, merchantId, wanted);
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (!row) {
      outcomes.push(unanswered(id, 'not_found', 'There is no such application'));
      continue;
    }
    const before = doneBefore(row);
    if (before) {
      outcomes.push(before);
      continue;
    }
    const invited = await decide(ctx, tx, row, decision, { actor, home, brand, rule: null });
    const state = decision.decision === 'approve' ? 'approved' : 'rejected';
    rows.set(id, { ...row, state });
    // Without a mail server, the person who answers hands the link over.
    const url = ctx.config.smtpUrl === undefined ? (invited?.url ?? null) : null;
    outcomes.push({ application_id: id, result: state, message: '', invitation_url: url });
  }
  return outcomes;
}

export async function decideManyFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { application_ids: ids, ...wanted }: BodyOf<typeof decideApplications>,
  home: string,
): Promise<Outcome[]> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'system' }, (tx) => decideAll(ctx, tx, { actor, merchantId, home }, ids, wanted));
}

export async function decideOneFor(
  ctx: Context,
  actor: Actor,
  { merchant, application_id: id }: { merchant: string; application_id: string },
  wanted: BodyOf<typeof decideApplication>,
  home: string,
): Promise<DataOf<typeof decideApplication>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const [outcome] = await decideAll(ctx, tx, { actor, merchantId, home }, [id], wanted);
    if (!outcome || outcome.result === 'not_found') throw new Refusal('not_found');
    if (outcome.message !== '') throw new Refusal('conflict', { message: outcome.message });
    const row = await applicationOf(tx, merchantId, id);
    if (!row) throw new Refusal('not_found');
    return { ...presentApplication(row), invitation_url: outcome.invitation_url };
  });
}
