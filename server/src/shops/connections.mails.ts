import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../context.ts';
import { momentText, textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { connectionTexts } from './connections.mails.texts.ts';

type Brand = { slug: string; display_name: string };

const shopNames: Record<ShopSource, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce', stripe: 'Stripe' };

function shopPage(ctx: Context, { slug }: Brand, kind: ShopSource): string {
  return `${ctx.config.publicUrl}/brand/${slug}/settings/shop?kind=${kind}`;
}

/** To an owner of a brand in whose shop the app was removed. */
export function appRemovedMail(
  ctx: Context,
  owner: Reader,
  brand: Brand,
  { kind, at }: { kind: ShopSource; at: Date },
): Mail {
  const { removed, reason } = textsIn(connectionTexts, owner.locale);
  const heading = removed.heading(shopNames[kind], brand.display_name);
  return {
    to: owner,
    topic: 'always',
    kind: 'shop_removed',
    subject: heading,
    heading,
    paragraphs: removed.lines(shopNames[kind]),
    facts: [[removed.at, momentText(at, owner)]],
    action: { label: removed.action, url: shopPage(ctx, brand, kind) },
    reason: reason(brand.display_name),
  };
}

/** To an owner of a brand of which a shopper wants to know what is stored about them. */
export function dataRequestMail(
  ctx: Context,
  owner: Reader,
  brand: Brand,
  { kind, dueAt, orders }: { kind: ShopSource; dueAt: Date; orders: number },
): Mail {
  const { dataRequest, reason } = textsIn(connectionTexts, owner.locale);
  const heading = dataRequest.heading(brand.display_name);
  return {
    to: owner,
    topic: 'always',
    kind: 'data_request',
    subject: heading,
    heading,
    paragraphs: dataRequest.lines(shopNames[kind]),
    facts: [
      [dataRequest.due, momentText(dueAt, owner)],
      [dataRequest.orders, String(orders)],
    ],
    action: { label: dataRequest.action, url: shopPage(ctx, brand, kind) },
    reason: reason(brand.display_name),
  };
}
