// The brand's inbox of applications.
import type { Application, listApplications } from '@vitrine/contract/applications.ts';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { applicationOf, applicationsOf, presentApplication } from './applications.views.ts';

export async function listApplicationsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listApplications>,
): Promise<ReplyOf<typeof listApplications>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => applicationsOf(tx, merchantId, query));
}

export async function readApplicationOf(
  ctx: Context,
  actor: Actor,
  { merchant, application_id: id }: { merchant: string; application_id: string },
): Promise<Application> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(id)) throw new Refusal('not_found');
  const row = await ctx.database.as({ role: 'app', merchantId }, (tx) => applicationOf(tx, merchantId, id));
  if (!row) throw new Refusal('not_found');
  return presentApplication(row);
}
