import { readFile } from 'node:fs/promises';
import { createGroup } from '@vitrine/contract/groups.ts';
import { createInvitation, register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { createDiscountCode } from '@vitrine/contract/merchants.ts';
import type { Placement } from '@vitrine/contract/storefront.ts';
import type { DemoBrand, DemoRules } from '../brands.ts';
import type { Client } from '../client.ts';
import { demoPassword } from '../people.ts';
import { agreeTerms, curate, decorate, granted } from '../shelves.ts';
import type { Timeline } from '../timeline.ts';
import { type GroupName, programGroups, type ProgramCreator, programCreators } from './program.creators.ts';

// A brand's program: groups with rates of their own, and creators who accept its invitations one after another.

export type ProgramMember = {
  creator: ProgramCreator;
  accountId: string;
  placements: Placement[];
  path: string;
  /** While creators are paused, and once they have ended, shoppers don't see their storefronts. */
  hiddenFrom?: Date;
};

export type Program = {
  brand: DemoBrand;
  /** Those who have joined so far, by handle. */
  members: Map<string, ProgramMember>;
  groups: Record<GroupName, string>;
  /** Codes of the invitation links by group; the empty name is for those in none. */
  invitations: Map<GroupName | '', string>;
  /** Credited orders that may be refunded, with the number of their day. */
  sold: { orderId: string; day: number; currency: string }[];
};

const minute = 60_000;
/** An invitation is open for 30 days, so halfway through the season there are new ones. */
export const newInvitationsDay = 29;

const welcomes: Record<GroupName, string> = {
  Ambassadors:
    'Thank you for being with us from the start. You earn 20%, you see new products four weeks before everyone else, and Mira answers your messages the same day.',
  Athletes:
    'You need skincare that survives sweat, sun and chlorine. Tell us what failed on you: we change formulas for it.',
  Newcomers:
    'Welcome! Put three products on your storefront, share the link, and write to us about the first one you finish. After your first ten orders we talk about the Ambassadors.',
};

/** What the groups earn; creators in no group earn by the brand's other rules. */
export function groupRules(groups: Record<GroupName, string>): DemoRules {
  return [
    { group: groups.Ambassadors, kind: 'percentage', rate: 2000 },
    { group: groups.Athletes, category: 'Skincare', kind: 'percentage', rate: 1800 },
    { group: groups.Newcomers, kind: 'percentage', rate: 1200 },
  ];
}

/** New links with which creators join the groups, and one for no group. */
export async function openInvitations({ brand, groups, invitations }: Program, staff: Client): Promise<void> {
  const params = { merchant: brand.slug };
  const note = 'We saw your videos, and you explain things the way we wish we could. Would you feature what you like?';
  for (const name of [...programGroups, ''] as const) {
    const body = {
      by: 'link',
      reusable: true,
      expires_in_days: 30,
      note,
      ...(name !== '' && { group: groups[name] }),
    } as const;
    const { url } = granted(await staff.call(createInvitation, { params, body }));
    invitations.set(name, new URL(url ?? '').hash.slice(1));
  }
}

async function pictureOf(portrait: string): Promise<string> {
  const file = new URL(`../art/pictures/avatar-${portrait}.webp`, import.meta.url);
  return (await readFile(file)).toString('base64');
}

/** Registers a creator by invitation and fills the storefront. */
async function join(timeline: Timeline, program: Program, staff: Client, creator: ProgramCreator): Promise<void> {
  const { brand, invitations, members } = program;
  const body = {
    invitation: invitations.get(creator.group ?? '') ?? '',
    display_name: creator.name,
    user_handle: creator.handle,
    email: `${creator.handle}@creators.test`,
    password: demoPassword,
    accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
    ...(creator.portrait !== undefined && { avatar: await pictureOf(creator.portrait) }),
  };
  const { token, user } = granted(await timeline.anonymous.call(register, { body }));
  const own = timeline.withToken(token);
  const accountId = user.merchant_accounts[0]?.id ?? '';
  if (creator.storefront) await decorate(own, accountId, creator.storefront);
  const placements = await curate(
    own,
    accountId,
    creator.skus.map((sku) => ({ sku })),
  );
  if (creator.code !== undefined) {
    const code = { code: creator.code, creator: creator.handle };
    granted(await staff.call(createDiscountCode, { params: { merchant: brand.slug }, body: code }));
  }
  members.set(creator.handle, { creator, accountId, placements, path: `/@${creator.handle}/${brand.slug}` });
}

/** Those who register on a day of the season, a few minutes apart. */
export async function joinOn(timeline: Timeline, program: Program, at: Date, day: number): Promise<void> {
  const joining = programCreators.filter(({ joins }) => joins === day);
  if (joining.length === 0) return;
  timeline.moveTo(at);
  const staff = await timeline.signIn(program.brand.staff);
  for (const [index, creator] of joining.entries()) {
    timeline.moveTo(new Date(at.getTime() + (index + 1) * 23 * minute));
    await join(timeline, program, staff, creator);
  }
}

/** Creates the groups, publishes their rates, and lets in the first creators. */
export async function openProgram(timeline: Timeline, brand: DemoBrand): Promise<Program> {
  const start = timeline.now();
  const staff = await timeline.signIn(brand.staff);
  const params = { merchant: brand.slug };
  const groups: Partial<Record<GroupName, string>> = {};
  for (const name of programGroups)
    groups[name] = granted(await staff.call(createGroup, { params, body: { name, welcome: welcomes[name] } })).id;
  const { Ambassadors = '', Athletes = '', Newcomers = '' } = groups;
  const program: Program = {
    brand,
    groups: { Ambassadors, Athletes, Newcomers },
    members: new Map(),
    invitations: new Map(),
    sold: [],
  };
  const rules = [...brand.terms, ...groupRules(program.groups)];
  await agreeTerms(staff, brand.slug, { note: 'Rates for the groups', rules });
  await openInvitations(program, staff);
  await joinOn(timeline, program, start, 0);
  return program;
}

export function memberOf(program: Program, handle: string): ProgramMember {
  const found = program.members.get(handle);
  if (!found) throw new Error(`${handle} has not joined`);
  return found;
}
