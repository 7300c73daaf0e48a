import * as z from 'zod/mini';
import type { Tx } from '../platform/database/database.ts';
import { type Finding, fraudRules } from './fraud.facts.ts';

type Order = { merchant_id: string; order_id: string };

/** Stores the findings for an order. A rule's first finding stays; later ones change nothing. */
export function flagsStatement(
  tx: Tx,
  order: Order,
  findings: readonly Finding[],
  at: { at: Date; inHindsight: boolean; held: boolean },
) {
  return tx
    .insertInto('order_flags')
    .values(
      findings.map(({ rule, evidence }) => ({
        merchant_id: order.merchant_id,
        order_id: order.order_id,
        rule,
        evidence: JSON.stringify(evidence),
        in_hindsight: at.inHindsight,
        held: at.held,
        at: at.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing());
}

const evidence = z.record(z.string(), z.string());

/** The findings when the order was first decided. */
export async function findingsAtDecision(tx: Tx, order: Order): Promise<Finding[]> {
  return (await listFlags(tx, order)).flatMap((row): Finding[] => {
    const rule = fraudRules.find((each) => each === row.rule);
    return rule && !row.in_hindsight
      ? [{ rule, orderIds: [order.order_id], evidence: evidence.parse(row.evidence) }]
      : [];
  });
}

export async function hasFlag(tx: Tx, order: Order, rule: string): Promise<boolean> {
  const row = await tx
    .selectFrom('order_flags')
    .select('rule')
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.order_id)
    .where('rule', '=', rule)
    .executeTakeFirst();
  return row !== undefined;
}

/** The flags of these orders, as `order rule`. */
export async function flagsOf(tx: Tx, merchantId: string, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('order_flags')
    .select(['order_id', 'rule'])
    .where('merchant_id', '=', merchantId)
    .where('order_id', 'in', orderIds)
    .execute();
  return new Set(rows.map((row) => `${row.order_id} ${row.rule}`));
}

export function listFlags(tx: Tx, order: Order) {
  return tx
    .selectFrom('order_flags')
    .selectAll()
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.order_id)
    .orderBy('at')
    .orderBy('rule')
    .execute();
}
