import type { DataOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { readCreatorFigures } from '@vitrine/contract/roster.ts';
import { figuresOfCreator } from '../analytics/creator.figures.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { accessCreator, type CreatorPlace } from './roster.access.ts';

export async function readCreatorFiguresOf(
  ctx: Context,
  actor: Actor,
  place: CreatorPlace,
  range: QueryOf<typeof readCreatorFigures>,
): Promise<DataOf<typeof readCreatorFigures>> {
  const { brand, merchantAccountId, creatorId, joinedAt } = await accessCreator(ctx, actor, place);
  const account = {
    merchantId: brand.merchantId,
    merchantAccountId,
    creatorId,
    merchantSlug: brand.slug,
    merchantDisplayName: brand.displayName,
    currency: brand.currency,
    stopped: undefined,
  };
  return figuresOfCreator(ctx, account, { timeZone: brand.timeZone, since: joinedAt }, range);
}
