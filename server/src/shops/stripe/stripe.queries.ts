import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Stripe's test mode has ids of its own, so what connects them is kept apart. */
export type StripeMode = { merchantId: string; isTest: boolean };

export type Subscription = {
  click_id: string | null;
  checkout_at: Date | null;
  started_at: Date | null;
  earns_until: Date | null;
};

/** A payment belongs to one order forever: the first note counts. */
export async function notePayments(
  tx: Tx,
  { merchantId, isTest }: StripeMode,
  { orderId, paymentIds, at }: { orderId: string; paymentIds: readonly string[]; at: Date },
): Promise<void> {
  if (paymentIds.length === 0) return;
  const rows = [...new Set(paymentIds)].map((paymentId) => ({
    merchant_id: merchantId,
    is_test: isTest,
    payment_id: paymentId,
    order_id: orderId,
    noted_at: at,
  }));
  await tx
    .insertInto('stripe_payments')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The order of a payment. One that no invoice names is the order itself. */
export async function orderOfPayment(tx: Tx, { merchantId, isTest }: StripeMode, paymentId: string): Promise<string> {
  const found = await tx
    .selectFrom('stripe_payments')
    .select('order_id')
    .where('merchant_id', '=', merchantId)
    .where('is_test', '=', isTest)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return found?.order_id ?? paymentId;
}

export function findSubscription(
  tx: Tx,
  { merchantId, isTest }: StripeMode,
  subscriptionId: string,
): Promise<Subscription | undefined> {
  return tx
    .selectFrom('stripe_subscriptions')
    .select(['click_id', 'checkout_at', 'started_at', 'earns_until'])
    .where('merchant_id', '=', merchantId)
    .where('is_test', '=', isTest)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
}

/** Notes the click that a subscription was sold with; a repeat changes nothing. */
export async function noteCheckout(
  tx: Tx,
  { merchantId, isTest }: StripeMode,
  { subscriptionId, clickId, at }: { subscriptionId: string; clickId: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into stripe_subscriptions as s (merchant_id, is_test, subscription_id, click_id, checkout_at)
    values (${merchantId}, ${isTest}, ${subscriptionId}, ${clickId}, ${at})
    on conflict (merchant_id, is_test, subscription_id) do update set checkout_at = excluded.checkout_at,
      click_id = coalesce(s.click_id, excluded.click_id)
    where s.checkout_at is null`.execute(tx);
}

/** Notes when a subscription began, and until when its renewals earn by the setting of that time. */
export async function noteStart(
  tx: Tx,
  { merchantId, isTest }: StripeMode,
  { subscriptionId, clickId, at }: { subscriptionId: string; clickId: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into stripe_subscriptions as s (merchant_id, is_test, subscription_id, click_id, started_at, earns_until)
    select ${merchantId}::uuid, ${isTest}::boolean, ${subscriptionId}, ${clickId}, ${at}::timestamptz,
      (${at}::timestamptz at time zone 'UTC' + make_interval(months => coalesce((select renewal_months from shop_connections
        where merchant_id = ${merchantId} and kind = 'stripe'), 12))) at time zone 'UTC'
    on conflict (merchant_id, is_test, subscription_id) do update set started_at = excluded.started_at,
      earns_until = excluded.earns_until, click_id = coalesce(s.click_id, excluded.click_id)
    where s.started_at is null`.execute(tx);
}
