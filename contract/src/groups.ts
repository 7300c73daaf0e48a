import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, name, text, whole } from './values/fields.ts';

// Groups of a brand's creators.

const merchantParams = z.strictObject({ merchant: id });
const groupParams = z.strictObject({ merchant: id, group_id: id });

const groupName = name({ max: 60 });
const welcomeText = text({ max: 2_000 });

export const creatorGroup = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** What a creator who joins the group reads first. Empty: nothing. */
  welcome: z.string(),
  /** How many creators are in it now. */
  creators: whole,
  created_at: instant,
  archived_at: z.nullable(instant),
});
export type CreatorGroup = z.output<typeof creatorGroup>;

export const listGroups = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/groups',
  summary: 'The groups of a brand’s creators by name; archived ones come last',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  reply: z.array(creatorGroup),
  refusals: ['not_found'],
});

export const createGroup = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/groups',
  summary: 'Create a group of creators; its name is unique among the brand’s groups',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  status: 201,
  params: merchantParams,
  body: z.strictObject({ name: groupName, welcome: z._default(welcomeText, '') }),
  reply: creatorGroup,
  refusals: ['not_found', 'conflict', 'brand_closed'],
});

export const changeGroup = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/groups/{group_id}',
  summary:
    'Rename a group, change its welcome text, archive it or bring it back; a group with creators can’t be archived',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  params: groupParams,
  body: z.partial(z.strictObject({ name: groupName, welcome: welcomeText, archived: z.boolean() })),
  reply: creatorGroup,
  refusals: ['not_found', 'conflict'],
});

/** The welcome text of a group that the creator is in and has not put away. */
export const groupWelcome = z.strictObject({
  merchant_account_id: z.string(),
  slug: z.string(),
  brand: z.string(),
  group: z.string(),
  welcome: z.string(),
});
export type GroupWelcome = z.output<typeof groupWelcome>;

export const listWelcomes = endpoint({
  method: 'GET',
  path: '/welcomes',
  summary: 'The welcome texts of the groups that the creator is in, until they are put away',
  access: ['creator'],
  scope: 'self',
  reply: z.array(groupWelcome),
});

export const dismissWelcome = endpoint({
  method: 'POST',
  path: '/welcomes/{merchant_account_id}/dismiss',
  summary: 'Put away the welcome text of the group that the creator is in at a brand',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: z.strictObject({ merchant_account_id: id }),
  reply: z.strictObject({ dismissed: z.literal(true) }),
  refusals: ['not_found'],
});
