// Whom an announcement is for. A kind of audience is one entry of the union in the contract and one of each record here.
import type { AnnouncementAudience, NamedAudience } from '@vitrine/contract/announcements.ts';
import { type RawBuilder, sql } from 'kysely';
import { membersAt } from '../groups/groups.members.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';

type Kind = AnnouncementAudience['kind'];
type Of<Name extends Kind> = Extract<AnnouncementAudience, { kind: Name }>;

/** The creators of an audience at a moment, each once, as a subquery with `creator_id`. */
const creatorsOf: { [Name in Kind]: (merchantId: string, audience: Of<Name>, at: Date) => RawBuilder<unknown> } = {
  all: (merchantId) => sql`(select creator_id from merchant_accounts
    where merchant_id = ${merchantId}::uuid and status <> 'ended')`,
  groups: (merchantId, { group_ids: ids }, at) => sql`(select creator_id from ${membersAt(merchantId, at)} member
    where member.group_id = any(${ids}::uuid[]))`,
  tags: (merchantId, { tags }) => sql`(select a.creator_id from merchant_accounts a
    where a.merchant_id = ${merchantId}::uuid and a.status <> 'ended' and exists (
      select from creator_tags t where t.merchant_account_id = a.id and t.tag = any(${tags}::text[])))`,
};

function membersOf(merchantId: string, audience: AnnouncementAudience, at: Date): RawBuilder<unknown> {
  if (audience.kind === 'groups') return creatorsOf.groups(merchantId, audience, at);
  return audience.kind === 'tags'
    ? creatorsOf.tags(merchantId, audience, at)
    : creatorsOf.all(merchantId, audience, at);
}

export async function countAudience(
  tx: Tx,
  merchantId: string,
  audience: AnnouncementAudience,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ creators: bigint }>`select count(*) as creators
    from ${membersOf(merchantId, audience, at)} member`.execute(tx);
  return Number(rows[0]?.creators ?? 0n);
}

/** Fixes whom an announcement goes to, in one statement. Returns how many. For all creators there is nothing to fix. */
export async function fixRecipients(
  tx: Tx,
  { merchantId, id }: { merchantId: string; id: string },
  audience: AnnouncementAudience,
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into announcement_recipients (merchant_id, announcement_id, creator_id)
    select ${merchantId}::uuid, ${id}::uuid, member.creator_id from ${membersOf(merchantId, audience, at)} member`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Each tag of the brand's creators, with how many have it. */
async function countTags(tx: Tx, merchantId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ tag: string; creators: number }>`
    select t.tag, count(*)::integer as creators from creator_tags t join merchant_accounts a on a.id = t.merchant_account_id
    where t.merchant_id = ${merchantId}::uuid and a.status <> 'ended' group by t.tag order by t.tag`.execute(tx);
  return new Map(rows.map(({ tag, creators }) => [tag, creators]));
}

/** Refuses an audience that names what the brand doesn't have. */
export async function checkAudience(tx: Tx, merchantId: string, audience: AnnouncementAudience): Promise<void> {
  if (audience.kind === 'all') return;
  if (audience.kind === 'tags') {
    const known = await countTags(tx, merchantId);
    const foreign = audience.tags.findIndex((tag) => !known.has(tag));
    if (foreign !== -1)
      throw invalid(
        `audience.tags.${foreign}`,
        `must be a tag of a creator; no creator has “${audience.tags[foreign]}”`,
      );
    return;
  }
  const ids = audience.group_ids;
  const found = await tx
    .selectFrom('creator_groups')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids.filter(isId).length > 0 ? ids.filter(isId) : [merchantId])
    .where('archived_at', 'is', null)
    .execute();
  const missing = ids.findIndex((id) => !found.some((group) => group.id === id));
  if (missing !== -1)
    throw invalid(`audience.group_ids.${missing}`, `must be a group of this brand; ${ids[missing]} is none`);
}

/** Audiences with the names of their groups; also of groups that were archived since. */
export async function nameAudiences(
  tx: Tx,
  merchantId: string,
  audiences: readonly AnnouncementAudience[],
): Promise<NamedAudience[]> {
  const ids = [...new Set(audiences.flatMap((each) => (each.kind === 'groups' ? each.group_ids : [])))];
  const groups =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('creator_groups')
          .select(['id', 'name'])
          .where('merchant_id', '=', merchantId)
          .where('id', 'in', ids)
          .orderBy('name')
          .execute();
  return audiences.map((each) =>
    each.kind === 'groups' ? { kind: each.kind, groups: groups.filter(({ id }) => each.group_ids.includes(id)) } : each,
  );
}

/** All creators, each group and each tag, with the number of creators now. */
export async function readAudienceChoices(tx: Tx, merchantId: string, at: Date) {
  const groups = await tx
    .selectFrom('creator_groups')
    .select(['id', 'name'])
    .where('merchant_id', '=', merchantId)
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute();
  const { rows } = await sql<{ group_id: string; creators: bigint }>`select member.group_id, count(*) as creators
    from ${membersAt(merchantId, at)} member group by member.group_id`.execute(tx);
  const counts = new Map(rows.map((row) => [row.group_id, Number(row.creators)]));
  return {
    creators: await countAudience(tx, merchantId, { kind: 'all' }, at),
    groups: groups.map((group) => ({ ...group, creators: counts.get(group.id) ?? 0 })),
    tags: [...(await countTags(tx, merchantId))].map(([tag, creators]) => ({ tag, creators })),
  };
}
