import * as z from 'zod/mini';
import { delivery, deliveryOutcome } from './deliveries.ts';
import { endpoint } from './endpoint.ts';
import { orderBody, refundBody } from './orders.ts';
import { externalId, id, instant, text, whole } from './values/fields.ts';
import { money } from './values/money.ts';

// What a brand does about deliveries of its shop that went wrong: read the body, replay, fix by hand, dismiss.

/** What a field should contain; `other` if only its name is known. */
export const expectedField = z.enum(['amount', 'currency', 'time', 'id', 'quantity', 'lines', 'text', 'other']);
export type ExpectedField = z.output<typeof expectedField>;

/** A field at fault, with the part of the body around it. */
export const bodyFault = z.strictObject({
  /** As the log names it, such as `line_items.0.price`. */
  field: z.string(),
  expected: expectedField,
  /** What the shop sent, as JSON, shortened; null if the field is missing. */
  value: z.nullable(z.string()),
  /** The lines of the object that has the field or should have it; the field is in `from` to `to`, without `to`. */
  part: z.strictObject({ path: z.string(), lines: z.array(z.string()), from: whole, to: whole }),
});
export type BodyFault = z.output<typeof bodyFault>;

const optionalText = z.nullable(z.string());

/** What could be read of a body, for the form in which staff enter what it means. Amounts are in minor units. */
export const deliveryDraft = z.strictObject({
  kind: z.enum(['order', 'refund', 'cancellation']),
  order_id: optionalText,
  refund_id: optionalText,
  currency: optionalText,
  placed_at: z.nullable(instant),
  click_id: optionalText,
  discount_codes: z.array(z.string()),
  lines: z.array(
    z.strictObject({
      line_id: optionalText,
      sku: optionalText,
      title: optionalText,
      quantity: z.nullable(whole),
      unit_price: optionalText,
      discount: optionalText,
    }),
  ),
});
export type DeliveryDraft = z.output<typeof deliveryDraft>;

/** What an order contains, in one of two versions. */
export const orderVersion = z.strictObject({
  currency: z.string(),
  placed_at: instant,
  click_id: z.nullable(z.string()),
  discount_codes: z.array(z.string()),
  total: money,
  lines: z.array(
    z.strictObject({
      line_id: z.string(),
      sku: z.string(),
      title: z.string(),
      quantity: whole,
      unit_price: money,
      discount: money,
    }),
  ),
});
export type OrderVersion = z.output<typeof orderVersion>;

const deliveryParams = z.strictObject({ merchant: id, delivery_id: id });
const merchantParams = z.strictObject({ merchant: id });
const reason = text({ min: 5, max: 1000 });
/** Which of the open deliveries; all without it. `search` is the same as in the list. */
const whichOpen = { search: z.optional(text({ max: 200 })), outcome: z.optional(deliveryOutcome) };

export const readDeliveryBody = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/deliveries/{delivery_id}/body',
  summary: 'The stored body of a delivery without personal data, and the fields at fault',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: deliveryParams,
  reply: z.strictObject({
    /** Indented JSON, at most 64 kB of it. */
    text: z.string(),
    is_cut: z.boolean(),
    faults: z.array(bodyFault),
    draft: deliveryDraft,
    /** Of an order_conflict: the order as it is stored, and as this delivery has it. */
    conflict: z.nullable(z.strictObject({ stored: orderVersion, sent: orderVersion })),
  }),
  refusals: ['not_found', 'delivery_without_body'],
});

export const replayIncomingDelivery = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/deliveries/{delivery_id}/replay',
  summary:
    'Apply the stored body of an open or dismissed delivery again. What was applied before is recognized and changes nothing',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: deliveryParams,
  reply: delivery,
  refusals: ['not_found', 'delivery_closed', 'delivery_without_body'],
});

export const replayDeliveries = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/deliveries/replay',
  summary:
    'Replay the open deliveries that have a body, the oldest first, at most 500 in one call; `left` have a body and were not replayed',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: merchantParams,
  body: z.strictObject(whichOpen),
  reply: z.strictObject({ replayed: whole, left: whole }),
  refusals: ['not_found'],
});

// The shopper's email address is not asked for: its hash is taken from the stored body.
const enteredOrder = z.omit(orderBody, { customer: true });

/** What a delivery means. `new_version`: the order in its body replaces the lines of the one that is stored. */
export const deliveryMeaning = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order'), order: enteredOrder }),
  z.strictObject({ kind: z.literal('refund'), order_id: externalId, refund: refundBody }),
  z.strictObject({ kind: z.literal('cancellation'), order_id: externalId }),
  z.strictObject({ kind: z.literal('new_version') }),
]);
export type DeliveryMeaning = z.output<typeof deliveryMeaning>;

export const fixDelivery = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/deliveries/{delivery_id}/fix',
  summary:
    'Enter by hand what an open delivery means: an order, a refund, a cancellation, or the new version of its order. The same checks apply as for shops, and it is applied once',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: deliveryParams,
  body: z.strictObject({ meaning: deliveryMeaning, reason }),
  proof: 'password',
  reply: delivery,
  refusals: [
    'not_found',
    'delivery_closed',
    'delivery_without_body',
    'order_conflict',
    'refund_conflict',
    'order_cancelled',
  ],
});

export const dismissDelivery = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/deliveries/{delivery_id}/dismiss',
  summary: 'Close an open delivery without applying it; it can still be replayed',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: deliveryParams,
  body: z.strictObject({ reason }),
  reply: delivery,
  refusals: ['not_found', 'delivery_closed'],
});

export const dismissDeliveries = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/deliveries/dismiss',
  summary: 'Close the open deliveries without applying them, the oldest first, at most 1000 in one call',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: merchantParams,
  body: z.strictObject({ ...whichOpen, reason }),
  reply: z.strictObject({ dismissed: whole, left: whole }),
  refusals: ['not_found'],
});
