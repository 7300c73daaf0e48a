import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { brandRole } from './values/brand-roles.ts';
import { displayName, email, id, instant } from './values/fields.ts';

// The people who work for a brand.

const merchantParams = z.strictObject({ merchant: id });
const personParams = z.strictObject({ merchant: id, uid: id });

export const staffMember = z.strictObject({
  uid: z.string(),
  display_name: z.string(),
  email: z.string(),
  role: brandRole,
  joined_at: instant,
  /** Null: never logged in here, or not for as long as sessions are kept. */
  last_seen_at: z.nullable(instant),
  you: z.boolean(),
});
export type StaffMember = z.output<typeof staffMember>;

export const listStaff = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/staff',
  summary: 'The people who work for a brand, and their roles',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  reply: z.array(staffMember),
  refusals: ['not_found'],
});

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/staff',
  summary: 'Invite a colleague by email; a new one gets a link to set a password',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'staff',
  status: 201,
  params: merchantParams,
  body: z.strictObject({ email, display_name: displayName, role: brandRole }),
  /** `link`: only if this installation sends no emails, to hand over by yourself. */
  proof: 'factors',
  reply: z.strictObject({
    member: staffMember,
    link: z.nullable(z.strictObject({ url: z.string(), expires_at: instant })),
  }),
  refusals: ['not_found', 'conflict', 'brand_closed'],
  answers: 'secret',
  perMinute: 20,
});

export const changeStaff = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/staff/{uid}',
  summary: 'Change the role of a colleague; one’s own and that of the last owner stay',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'staff',
  params: personParams,
  body: z.strictObject({ role: brandRole }),
  proof: 'factors',
  reply: staffMember,
  refusals: ['not_found', 'conflict'],
});

export const removeStaff = endpoint({
  method: 'DELETE',
  path: '/brand/{merchant}/staff/{uid}',
  summary: 'Remove a colleague from the brand, and log them out; the last owner stays',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'staff',
  params: personParams,
  proof: 'factors',
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
});
