// Invites many creators at once. Calls of one brand wait for each other, so an address is emailed once, however often and
// by whomever a list is sent. Uses the system role, because only it can say which addresses belong to creators of the
// brand; `accessBrand` has checked that the caller may invite for it.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { InvitedRow, InvitedRowResult, inviteMany } from '@vitrine/contract/invitations.ts';
import { isEmail } from '@vitrine/contract/values/email.ts';
import { longestDisplayName, text } from '@vitrine/contract/values/fields.ts';
import type { Context } from '../context.ts';
import { openGroups } from '../groups/groups.access.ts';
import { requireActiveBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { apart, readerIn, refuseEnded } from '../platform/parsing/apart.ts';
import type { ListedInvitee } from './bulk.list.ts';
import type { readInviteesApart } from './bulk.read.ts';
import { requireGroup, requireOffer } from './invitations.conditions.ts';
import { creatorEmails, lockInviting, openlyInvited } from './bulk.views.ts';
import { localeOfSender, sendInvitations } from './invitations.sending.ts';

const mostNoteLetters = 600;
const fieldTexts = { name: text({ max: longestDisplayName }), note: text({ max: mostNoteLetters }) };

/** What is known about the addresses of the list, and what it offers. */
type Facts = { creators: ReadonlySet<string>; invited: ReadonlySet<string>; groups: ReadonlyMap<string, string> };
type Judged = { result: InvitedRowResult; reason: string; duplicateOf?: number };

const shorten = (value: string) => (value.length > 80 ? `${value.slice(0, 80)}…` : value);

function judge(listed: ListedInvitee, facts: Facts, seen: ReadonlyMap<string, number>): Judged {
  const { email, name, note, group, fault } = listed;
  if (fault !== undefined) return { result: 'broken_row', reason: `The row ${fault}` };
  // A longer one is none, and composing its letters could take long.
  if (email.length > 254 || !isEmail(email)) {
    const reason =
      email === ''
        ? 'The row has no email address'
        : `“${shorten(email)}” is not an email address, like name@example.test`;
    return { result: 'not_an_email', reason };
  }
  const first = seen.get(email);
  if (first !== undefined)
    return { result: 'duplicate', reason: `${email} is already in row ${first}`, duplicateOf: first };
  for (const [field, value] of [
    ['name', name],
    ['note', note],
  ] as const) {
    const read = fieldTexts[field].safeParse(value);
    if (!read.success)
      return { result: 'too_long', reason: `The ${field} ${read.error.issues[0]?.message ?? 'can’t be used'}` };
  }
  if (group !== '' && !facts.groups.has(group.toLowerCase()))
    return {
      result: 'unknown_group',
      reason: `You have no group named “${shorten(group)}”; add it under Groups, or correct the name`,
    };
  if (facts.creators.has(email))
    return { result: 'already_creator', reason: `${email} belongs to a creator who is already in your program` };
  if (facts.invited.has(email)) return { result: 'already_invited', reason: `${email} has an open invitation` };
  return { result: 'invited', reason: '' };
}

async function gatherFacts(ctx: Context, tx: Tx, merchantId: string, listed: readonly ListedInvitee[]): Promise<Facts> {
  const emails = [...new Set(listed.map(({ email }) => email).filter(isEmail))];
  const groups = await openGroups(tx, merchantId);
  return {
    creators: await creatorEmails(tx, merchantId, emails),
    invited: await openlyInvited(tx, merchantId, emails, ctx.clock.now()),
    groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
  };
}

/** A row can be right although an earlier one with its address is not, so only good rows count as the first. */
function judgeAll(listed: readonly ListedInvitee[], facts: Facts): (ListedInvitee & Judged)[] {
  const seen = new Map<string, number>();
  return listed.map((each) => {
    const judged = judge(each, facts, seen);
    const isFirst = judged.result === 'invited' || judged.result.startsWith('already_');
    if (isFirst && !seen.has(each.email)) seen.set(each.email, each.row);
    return { ...each, ...judged };
  });
}

const listReader = readerIn<typeof readInviteesApart>(new URL('bulk.read.ts', import.meta.url), 'readInviteesApart');

export async function inviteManyFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  wanted: BodyOf<typeof inviteMany>,
  home: string,
): Promise<DataOf<typeof inviteMany>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const listed = await refuseEnded('list', apart.read(merchantId, listReader, { list: wanted.list }));
  const locale = await localeOfSender(ctx, actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    await requireActiveBrand(tx, merchantId);
    await lockInviting(tx, merchantId);
    const conditions = await requireOffer(ctx, tx, merchantId);
    const group = wanted.group === undefined ? undefined : await requireGroup(tx, merchantId, wanted.group);
    const facts = await gatherFacts(ctx, tx, merchantId, listed);
    const rows = judgeAll(listed, facts);
    const good = rows.filter(({ result }) => result === 'invited');
    const sent = wanted.preview
      ? []
      : await sendInvitations(
          ctx,
          tx,
          { merchantId, conditions, locale, home, days: wanted.expires_in_days, by: actor },
          good.map(({ email, name, note, group: named }) => ({
            email,
            name,
            reusable: false,
            note: note || wanted.note,
            groupId: facts.groups.get(named.toLowerCase()) ?? group?.id ?? null,
          })),
        );
    if (sent.length > 0)
      await audit(ctx, tx, actor, {
        action: 'invitation.many_made',
        merchantId,
        subject: { kind: 'merchant', id: merchantId },
        details: { created: sent.length },
      });
    // Without a mail server, the person who invites hands the links over.
    const urls = new Map(
      ctx.config.smtpUrl === undefined ? good.map(({ row }, index) => [row, sent[index]?.url ?? null]) : [],
    );
    return { invited: good.length, rows: rows.map((row) => present(row, urls.get(row.row) ?? null)) };
  });
}

function present(
  { row, email, name, group, note, result, reason, duplicateOf }: ListedInvitee & Judged,
  url: string | null,
): InvitedRow {
  return {
    row,
    email,
    name,
    group,
    note,
    result,
    reason,
    duplicate_of: duplicateOf ?? null,
    url: result === 'invited' ? url : null,
  };
}
