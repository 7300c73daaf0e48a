// The shop snippet keeps the click id of a landing page in the shop until the checkout. The script is the same for all
// brands and served to any page; what a brand copies has its own parameter, attribution window and domain.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readSnippet } from '@vitrine/contract/snippet.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { homeOfVariant } from '../platform/variants/variants.ts';
import { readSnippetFiles, type SnippetFiles } from './snippet.files.ts';
import {
  addressOfSnippet,
  formFieldText,
  pixelText,
  sharedDomain,
  snippetTag,
  tagManagerText,
} from './snippet.texts.ts';
import { snippetSettingsOf } from './snippet.views.ts';

export async function readSnippetOf(
  ctx: Context,
  { current, pixel }: SnippetFiles,
  actor: Actor,
  merchant: string,
): Promise<DataOf<typeof readSnippet>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const brand = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    snippetSettingsOf(tx, merchantId, ctx.clock.now()),
  );
  const { parameter, former, days, hosts } = brand;
  const home = homeOfVariant(ctx.config, brand.project) ?? ctx.config.publicUrl;
  const settings = { home, parameter: [parameter, ...former].join('|'), days, domain: sharedDomain(hosts) };
  return {
    address: addressOfSnippet(home, current),
    integrity: current.integrity,
    parameter,
    days,
    domain: settings.domain,
    tag: snippetTag(current, settings),
    tag_manager: tagManagerText(current, settings),
    pixel: pixelText(pixel, settings),
    form_field: formFieldText,
  };
}

/** The tag that a brand's shop has on every page, for software that adds it. */
export async function readSnippetTag(ctx: Context, actor: Actor, merchant: string): Promise<string> {
  return (await readSnippetOf(ctx, readSnippetFiles(), actor, merchant)).tag;
}
