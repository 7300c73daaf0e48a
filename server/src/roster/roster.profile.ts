import type { CreatorEvent, CreatorProfile } from '@vitrine/contract/roster.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { groupAt } from '../groups/groups.moves.ts';
import { Refusal } from '../platform/refusal.ts';
import { appliesTo } from '../terms/rules.ts';
import { pausesOf } from '../suspensions/suspensions.pauses.ts';
import { termsAt } from '../terms/terms.service.ts';
import type { CreatorAccess } from './roster.access.ts';
import { earliestEnd } from './roster.notice.ts';
import {
  announcedTerms,
  codesOf,
  movesOf,
  namesOfStaff,
  notesOf,
  periodsOf,
  postsOf,
  publishedTerms,
} from './roster.profile.views.ts';
import { headsOf } from './roster.views.ts';

type Moves = Awaited<ReturnType<typeof movesOf>>;
type Periods = Awaited<ReturnType<typeof periodsOf>>;
type Pauses = Awaited<ReturnType<typeof pausesOf>>;
type NameOf = (userId: string | null) => string | null;

/** The rules that apply to this creator, in effect and announced. */
async function termsOf(ctx: Context, tx: Tx, { brand, merchantAccountId }: CreatorAccess) {
  const now = ctx.clock.now();
  const times = [now, ...(await announcedTerms(tx, brand.merchantId, now))];
  const found = await Promise.all(times.map((at) => termsAt(tx, brand.merchantId, at)));
  const versions = [...new Map(found.flatMap((terms) => (terms ? [[terms.version, terms] as const] : []))).values()];
  return Promise.all(
    versions.map(async ({ version, effectiveAt, rules }) => {
      const group = await groupAt(tx, brand.merchantId, merchantAccountId, effectiveAt > now ? effectiveAt : now);
      return {
        version,
        effective_at: effectiveAt.toISOString(),
        rules: rules
          .filter((rule) => rule.merchantAccountId === null || rule.merchantAccountId === merchantAccountId)
          .filter((rule) => rule.groupId === null || rule.groupId === group)
          .filter((rule) => rule.endsAt === null || rule.endsAt > now)
          .map((rule) => ({
            because: appliesTo(rule),
            sku: rule.sku,
            category: rule.category,
            starts_at: rule.startsAt?.toISOString() ?? null,
            ends_at: rule.endsAt?.toISOString() ?? null,
            ...rule.rate,
          })),
      };
    }),
  );
}

function eventsOfPeriods(periods: Periods, nameOf: NameOf): CreatorEvent[] {
  return periods.flatMap((period): CreatorEvent[] => {
    const began = { at: period.created_at.toISOString(), by: nameOf(period.started_by), reason: period.reason };
    const closed = period.closed_at && { at: period.closed_at.toISOString(), by: nameOf(period.ended_by) };
    if (period.kind === 'paused')
      return [{ ...began, kind: 'paused' }, ...(closed ? [{ ...closed, kind: 'resumed' as const }] : [])];
    if (period.kind === 'suspended')
      return [
        { at: began.at, by: null, kind: 'suspended' },
        ...(closed ? [{ at: closed.at, by: null, kind: 'suspension_ended' as const }] : []),
      ];
    const wasKept = period.closed_at !== null && period.closed_at <= period.started_at;
    return [
      { ...began, kind: 'ending', ends_at: period.started_at.toISOString() },
      ...(closed ? [{ ...closed, kind: wasKept ? ('kept' as const) : ('rejoined' as const) }] : []),
    ];
  });
}

/** What creators said against pauses, and what was answered; that a pause ended is one of the periods. */
function eventsOfPauses(pauses: Pauses, nameOf: NameOf): CreatorEvent[] {
  return pauses.flatMap(({ suspension: { objection }, answeredBy }): CreatorEvent[] => {
    if (!objection) return [];
    const { text, state, answer, created_at: at, answered_at: answeredAt } = objection;
    const objected: CreatorEvent = { kind: 'objected', at, by: null, text };
    if (state !== 'rejected' || answeredAt === null) return [objected];
    return [objected, { kind: 'upheld', at: answeredAt, by: nameOf(answeredBy), answer: answer ?? '' }];
  });
}

/** A move that overrides later ones is several rows of one time; the one that takes effect first tells it. */
function eventsOfMoves(moves: Moves, nameOf: NameOf): CreatorEvent[] {
  const each = new Map(moves.map((move) => [`${move.created_at.getTime()} ${move.group_id}`, move]));
  return [...each.values()].map((move) => ({
    kind: 'moved',
    at: move.created_at.toISOString(),
    by: nameOf(move.created_by),
    group: move.name,
    effective_at: move.effective_at.toISOString(),
  }));
}

/** Everything that happened to a creator here, newest first. */
async function historyOf(
  tx: Tx,
  of: CreatorAccess,
  { moves, periods, pauses, nameOf }: { moves: Moves; periods: Periods; pauses: Pauses; nameOf: NameOf },
): Promise<CreatorEvent[]> {
  const published = await publishedTerms(tx, of.brand.merchantId, of.joinedAt);
  const terms = published.map(
    (version): CreatorEvent => ({
      kind: 'terms',
      at: version.created_at.toISOString(),
      by: nameOf(version.created_by),
      version: version.version,
      effective_at: version.effective_at.toISOString(),
    }),
  );
  const joined: CreatorEvent = { kind: 'joined', at: of.joinedAt.toISOString(), by: null };
  const events = [
    ...eventsOfPeriods(periods, nameOf),
    ...eventsOfPauses(pauses, nameOf),
    ...eventsOfMoves(moves, nameOf),
    ...terms,
  ];
  return [...events.toSorted((one, other) => (one.at < other.at ? 1 : -1)), joined];
}

/** The move that comes next; of several, the one that is left in the end. */
function nextGroup(moves: Moves, now: Date): CreatorProfile['next_group'] {
  const next = moves.find(({ effective_at: at }) => at > now);
  const held = moves.find(({ effective_at: at }) => at <= now);
  if (!next || next.group_id === (held?.group_id ?? null)) return null;
  const group = next.group_id === null ? null : { id: next.group_id, name: next.name ?? '' };
  return { group, effective_at: next.effective_at.toISOString() };
}

export async function profileOf(ctx: Context, tx: Tx, of: CreatorAccess): Promise<CreatorProfile> {
  const { brand, merchantAccountId: id, staffId } = of;
  const now = ctx.clock.now();
  const head = (await headsOf(ctx, tx, brand, [id], now)).get(id);
  if (!head) throw new Refusal('not_found');
  const [moves, periods, notes] = [await movesOf(tx, id), await periodsOf(tx, id), await notesOf(tx, id)];
  const pauses = await pausesOf(ctx, tx, brand.merchantId, id);
  const names = await namesOfStaff(tx, brand.merchantId);
  const nameOf: NameOf = (userId) => (userId === null ? null : (names.get(userId) ?? null));
  const open = (kind: string) => periods.find((period) => period.kind === kind && period.ended_at === null);
  const [pause, suspended, ending] = [open('paused'), open('suspended'), open('ended')];
  return {
    ...head,
    pause: pause ? { since: pause.started_at.toISOString(), reason: pause.reason } : null,
    pause_suspension: pauses.find(({ suspension }) => suspension.ended_at === null)?.suspension ?? null,
    suspended_since: suspended?.started_at.toISOString() ?? null,
    ending: ending
      ? { ends_at: ending.started_at.toISOString(), reason: ending.reason, can_be_kept: ending.started_at > now }
      : null,
    earliest_end: (await earliestEnd(ctx, tx, of)).toString(),
    next_group: nextGroup(moves, now),
    terms: await termsOf(ctx, tx, of),
    posts: await postsOf(tx, id),
    codes: await codesOf(tx, id),
    notes: notes.map((note) => ({
      id: note.id,
      body: note.body,
      written_at: note.written_at.toISOString(),
      written_by: nameOf(note.written_by),
      mine: note.written_by === staffId,
    })),
    history: await historyOf(tx, of, { moves, periods, pauses, nameOf }),
  };
}
