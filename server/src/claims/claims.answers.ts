// What a creator is told about an order that they name. It is read from their own clicks, codes and commissions alone, by
// the same statement whatever they name, so that an order of someone else and one that never existed can't be told apart.
import type { ClaimAnswer } from '@vitrine/contract/claims.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type Named = { order: string } | { placedOn: string; total: bigint };
type Account = { merchantId: string; merchantAccountId: string; creatorId: string };

type Found = {
  order_id: string;
  placed_at: Date;
  state: string;
  touched_at: Date | null;
  verdict: string | null;
  outcome: string | null;
  is_held: boolean | null;
  is_declined: boolean | null;
  earned: bigint | null;
  net: bigint | null;
};

export type AnsweredNow = { answer: ClaimAnswer; orderId: string | null; touchedAt: Date | null };

function isNamed(named: Named): RawBuilder<unknown> {
  if ('order' in named)
    return sql`(ltrim(lower(${named.order}), '#') in (ltrim(lower(o.order_id), '#'), ltrim(lower(o.reference), '#')))`;
  return sql`o.placed_at >= ${named.placedOn}::timestamp at time zone u.time_zone
    and o.placed_at < (${named.placedOn}::timestamp + interval '1 day') at time zone u.time_zone
    and ${named.total}::bigint in (o.gross, (select sum(l.net) from order_lines l where l.merchant_id = o.merchant_id and l.order_id = o.order_id))`;
}

/** The newest order of that name in which the creator had a click or code. In the scope of the brand. */
async function findOwn(tx: Tx, of: Account, named: Named): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select o.order_id, o.placed_at, o.state, mine.touched_at, mine.verdict, d.outcome, c.is_held, c.is_declined, c.earned, c.net
    from (select distinct order_id from decision_candidates
      where creator_id = ${of.creatorId} and merchant_id = ${of.merchantId} and merchant_account_id = ${of.merchantAccountId}) own
    join orders o on o.merchant_id = ${of.merchantId} and o.order_id = own.order_id
    join users u on u.id = ${of.creatorId}
    left join lateral (
      select touched_at, verdict from decision_candidates k
      where k.merchant_id = o.merchant_id and k.order_id = o.order_id and k.creator_id = ${of.creatorId}
      order by k.sequence desc, k.touched_at desc nulls last, k.position limit 1
    ) mine on true
    left join lateral (
      select outcome from decisions x where x.merchant_id = o.merchant_id and x.order_id = o.order_id order by x.sequence desc limit 1
    ) d on true
    left join lateral (
      select bool_or(held_reason is not null and state = 'pending') as is_held,
        bool_or(declined_at is not null and decline_lifted_at is null) as is_declined,
        sum(amount)::numeric as earned, sum(amount - reversed)::numeric as net
      from commissions y where y.merchant_id = o.merchant_id and y.order_id = o.order_id and y.creator_id = ${of.creatorId} and y.replaced_at is null
    ) c on true
    where ${isNamed(named)}
    order by o.placed_at desc, o.order_id desc limit 1`.execute(tx);
  return rows[0];
}

const credited = ['credited', 'held_self_purchase', 'held_for_review'];

function answerOf(found: Found): ClaimAnswer {
  if (found.earned !== null) {
    if (found.is_held) return 'on_hold';
    if (found.net !== null && found.net > 0n) return 'yours';
    return found.is_declined ? 'declined' : 'reversed';
  }
  if (found.state !== 'decided') return 'not_decided';
  if (found.outcome !== null && credited.includes(found.outcome)) return 'credited_elsewhere';
  return found.verdict === 'outside_window' ? 'outside_window' : 'not_credited';
}

export async function answerNow(tx: Tx, of: Account, named: Named): Promise<AnsweredNow> {
  const found = await findOwn(tx, of, named);
  if (!found) return { answer: 'not_found', orderId: null, touchedAt: null };
  return { answer: answerOf(found), orderId: found.order_id, touchedAt: found.touched_at };
}

/** Whether the brand can be asked: not where the answer is money, or where another way is open. */
export function mayBeSent(answer: ClaimAnswer): boolean {
  return ['credited_elsewhere', 'outside_window', 'not_credited', 'not_found'].includes(answer);
}
