import { creditClaim, makeClaim, sendClaim } from '@vitrine/contract/claims.ts';
import { declineCommission, listCommissions } from '@vitrine/contract/commissions.ts';
import { acceptObjection, listObjections, sendObjection } from '@vitrine/contract/objections.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { addCreatorNote, endCreator, moveCreators, pauseCreator, tagCreator } from '@vitrine/contract/roster.ts';
import { freshProof } from '../payouts.ts';
import { granted } from '../shelves.ts';
import type { Timeline } from '../timeline.ts';
import { memberOf, type Program } from './program.opening.ts';

// What happens between the brand and single creators: holds and objections, claims, notes, moves, a pause and an end.

const emailOf = (handle: string) => `${handle}@creators.test`;

/** An order that looks like the creator's own purchase, so it is held until the brand decides. */
async function orderOwn(timeline: Timeline, program: Program, handle: string, orderId: string): Promise<void> {
  const { creator } = memberOf(program, handle);
  const { brand } = program;
  const body = {
    order_id: orderId,
    reference: `#${orderId.replace(/\D/g, '')}`,
    currency: brand.currency,
    placed_at: timeline.now().toISOString(),
    discount_codes: [creator.code ?? ''],
    customer: { email: emailOf(handle) },
    lines: [
      {
        line_id: '1',
        sku: 'GL-102',
        title: 'Cloud Cream',
        quantity: 2,
        unit_price: { amount: '3900', currency: brand.currency },
      },
    ],
  };
  granted(await timeline.withToken(brand.apiKey).call(receiveOrder, { body }));
}

async function commissionOf(timeline: Timeline, handle: string, orderId: string): Promise<string> {
  const own = await timeline.signIn(emailOf(handle));
  const found = granted(await own.call(listCommissions, { query: { limit: 100 } })).find(
    (commission) => commission.order_id === orderId,
  );
  if (!found) throw new Error(`${handle} has no commission for ${orderId}`);
  return found.id;
}

async function decline(timeline: Timeline, { brand }: Program, handle: string, orderId: string): Promise<void> {
  const staff = await timeline.signIn(brand.staff);
  const params = { merchant: brand.slug, commission_id: await commissionOf(timeline, handle, orderId) };
  const reason = 'The order was placed with your own email address, and our terms don’t pay for what you buy yourself.';
  granted(await staff.call(declineCommission, { params, body: { reason } }));
}

async function object(timeline: Timeline, handle: string, orderId: string, text: string): Promise<void> {
  const own = await timeline.signIn(emailOf(handle));
  const params = { commission_id: await commissionOf(timeline, handle, orderId) };
  granted(await own.call(sendObjection, { params, body: { text } }));
}

async function acceptOpen(timeline: Timeline, { brand }: Program, answer: string): Promise<void> {
  const staff = await timeline.signIn(brand.staff);
  const [open] = granted(
    await staff.call(listObjections, { params: { merchant: brand.slug }, query: { state: 'open' } }),
  );
  if (!open) throw new Error('there is no open objection');
  const params = { merchant: brand.slug, objection_id: open.id };
  granted(await staff.call(acceptObjection, { params, body: { answer } }));
}

/** Asks about an order that Vitrine never received, and then the brand. */
async function claim(timeline: Timeline, program: Program, handle: string, order: string, note: string) {
  const own = await timeline.signIn(emailOf(handle));
  const params = { merchant_account_id: memberOf(program, handle).accountId };
  const { id } = granted(await own.call(makeClaim, { params, body: { order } }));
  granted(await own.call(sendClaim, { params: { ...params, claim_id: id }, body: { note } }));
  return id;
}

async function creditTo(timeline: Timeline, { brand }: Program, claimId: string): Promise<void> {
  const staff = await timeline.signIn(brand.staff);
  const body = {
    amount: '720',
    reply: 'You’re right: our phone team took this order, so no click came with it. Here is your commission.',
    proof: await freshProof(staff),
  };
  granted(await staff.call(creditClaim, { params: { merchant: brand.slug, claim_id: claimId }, body }));
}

const tags: Record<string, readonly string[]> = {
  lucia_mendes: ['holiday 2026', 'video'],
  hayoon: ['holiday 2026', 'k-beauty'],
  priyaglows: ['holiday 2026', 'deep skin tones', 'video'],
  misaki: ['k-beauty'],
  marguerite_antoinette: ['fragrance'],
  salma_elamrani: ['fragrance', 'holiday 2026'],
  thiago_runs: ['sport'],
  jonas_weiss: ['sport'],
  grace_osullivan: ['needs samples'],
  ngocanh: ['needs samples'],
};

const notes: readonly [handle: string, body: string][] = [
  ['lucia_mendes', 'Prefers voice messages. Travels until the 12th; ship samples to her studio.'],
  ['lucia_mendes', 'Asked about a product of her own in spring. Talk to Claire first.'],
  ['priyaglows', 'Her October video brought more clicks in four days than the month before.'],
  ['marguerite_antoinette', 'Write the name in full on packages, or the concierge sends them back.'],
  ['hayoon', 'Payout came back from the bank. She will send new details.'],
];

async function keepNotes(timeline: Timeline, program: Program): Promise<void> {
  const { slug: merchant, staff: email } = program.brand;
  const staff = await timeline.signIn(email);
  const params = (handle: string) => ({ merchant, merchant_account_id: memberOf(program, handle).accountId });
  for (const [handle, names] of Object.entries(tags))
    for (const tag of names) granted(await staff.call(tagCreator, { params: params(handle), body: { tag } }));
  for (const [handle, body] of notes)
    granted(await staff.call(addCreatorNote, { params: params(handle), body: { body } }));
}

/** What the staff do with one creator. */
async function asStaff(timeline: Timeline, program: Program, handle: string) {
  const params = { merchant: program.brand.slug, merchant_account_id: memberOf(program, handle).accountId };
  return { staff: await timeline.signIn(program.brand.staff), params };
}

/** By the number of the day. */
export const peopleDays: Record<number, (timeline: Timeline, program: Program) => Promise<void>> = {
  20: (timeline, program) => orderOwn(timeline, program, 'amara_o', 'GL-9101'),
  21: (timeline, program) => decline(timeline, program, 'amara_o', 'GL-9101'),
  23: (timeline) =>
    object(timeline, 'amara_o', 'GL-9101', 'My sister ordered for our mother and used my email for the tracking.'),
  24: (timeline, program) => acceptOpen(timeline, program, 'Thank you for explaining. We credit it again.'),
  27: async (timeline, program) => {
    const { staff, params } = await asStaff(timeline, program, 'sofia_castillo');
    const body = {
      reason: 'You told us that you now work with another skincare brand only. Thank you for two months.',
    };
    const { ends_at: end } = granted(await staff.call(endCreator, { params, body }));
    if (end !== null) memberOf(program, 'sofia_castillo').hiddenFrom = new Date(end);
  },
  30: async (timeline, program) => {
    const params = { merchant: program.brand.slug };
    const staff = await timeline.signIn(program.brand.staff);
    const body = {
      group_id: program.groups.Ambassadors,
      merchant_account_ids: [memberOf(program, 'chiara_lombardi').accountId],
    };
    granted(await staff.call(moveCreators, { params, body }));
  },
  41: async (timeline, program) => {
    const { staff, params } = await asStaff(timeline, program, 'devon_clarke');
    const body = {
      category: 'content',
      reason: 'Your last three posts don’t say that the links are ads. Please add it, then we go on.',
    } as const;
    granted(await staff.call(pauseCreator, { params, body }));
    memberOf(program, 'devon_clarke').hiddenFrom = timeline.now();
  },
  43: async (timeline, program) => {
    const note = 'The shopper phoned me: she read my code to your hotline. It is order 48211 of last Tuesday.';
    await creditTo(timeline, program, await claim(timeline, program, 'zoe_vdb', '#48211', note));
  },
  50: (timeline, program) => keepNotes(timeline, program),
  53: async (timeline, program) => {
    const { staff, params } = await asStaff(timeline, program, 'bjorn_akesson');
    const body = { reason: 'We asked three times for the posts that we agreed on in October and got no answer.' };
    granted(await staff.call(endCreator, { params, body }));
  },
  54: (timeline, program) => orderOwn(timeline, program, 'salma_elamrani', 'GL-9102'),
  55: (timeline, program) => decline(timeline, program, 'salma_elamrani', 'GL-9102'),
  57: async (timeline, program) => {
    const text = 'I ordered it as a prize for my followers, as agreed with Mira in our messages of November.';
    await object(timeline, 'salma_elamrani', 'GL-9102', text);
    const note = 'A follower sent me a screenshot of her receipt. She came from my story on Sunday evening.';
    await claim(timeline, program, 'grace_osullivan', '#51990', note);
  },
  58: (timeline, program) => orderOwn(timeline, program, 'thiago_runs', 'GL-9103'),
};
