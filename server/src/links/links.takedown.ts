// How the domain takedowns takes down a link and restores it, and what its creator sees of it. The trigger on links tells
// the redirectors.
import type { LinkTakedown } from '@vitrine/contract/values/link-takedown.ts';
import { isTakedownCategory, type TakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import type { Tx } from '../platform/database/database.ts';
import { markTakenDown } from './links.queries.ts';

/** `null` restores the link. */
export async function setLinkTakedown(tx: Tx, linkId: string, category: TakedownCategory | null): Promise<void> {
  await markTakenDown(tx, linkId, category);
}

/** Why links are taken down, by link. The transaction's creator reads the reasons of their own links. */
export async function takedownsOfLinks(
  tx: Tx,
  links: readonly { id: string; takenDown: string | null }[],
): Promise<ReadonlyMap<string, LinkTakedown>> {
  const down = links.filter(({ takenDown }) => takenDown !== null);
  if (down.length === 0) return new Map();
  const rows = await tx
    .selectFrom('takedowns')
    .select(['subject_id', 'reason'])
    .where('subject_kind', '=', 'link')
    .where(
      'subject_id',
      'in',
      down.map(({ id }) => id),
    )
    .where('lifted_at', 'is', null)
    .execute();
  const reasons = new Map(rows.map((row) => [row.subject_id, row.reason]));
  return new Map(
    down.flatMap(({ id, takenDown }) =>
      takenDown !== null && isTakedownCategory(takenDown)
        ? [[id, { category: takenDown, reason: reasons.get(id) ?? '' }] as const]
        : [],
    ),
  );
}
