// What a sync reads of a shop, page by page: variants with their products, and discount codes.
import * as z from 'zod/mini';
import type { SentRow } from '../../catalogue/catalogue.rows.ts';
import { isImage } from '../../catalogue/image.rule.ts';
import { pageOfShop } from '../../catalogue/shop.pages.ts';

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) });
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

export const shopQuery = {
  query: '{ shop { currencyCode } currentAppInstallation { accessScopes { handle } } }',
  variables: {},
  schema: z.object({
    shop: z.object({ currencyCode: z.string() }),
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  }),
};

const preview = maybe(z.object({ preview: maybe(z.object({ image: maybe(z.object({ url: z.string() })) })) }));
const variantNode = z.object({
  legacyResourceId: z.string(),
  sku: maybe(z.string()),
  title: z.string(),
  price: z.string(),
  compareAtPrice: maybe(z.string()),
  availableForSale: z.boolean(),
  media: z.object({ nodes: z.array(preview) }),
  product: z.object({
    title: z.string(),
    handle: z.string(),
    status: z.string(),
    description: z.string(),
    productType: z.string(),
    isGiftCard: z.boolean(),
    hasOnlyDefaultVariant: z.boolean(),
    onlineStoreUrl: maybe(z.string()),
    featuredMedia: preview,
  }),
});
export type VariantNode = z.output<typeof variantNode>;

/** 100 at once: a query may cost 1,000 points, and a variant with its pictures costs up to 8. */
export const variantsQuery = (after: string | null) => ({
  query: `query ($after: String) {
    productVariants(first: 100, after: $after, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes {
        legacyResourceId sku title price compareAtPrice availableForSale
        media(first: 1) { nodes { preview { image { url } } } }
        product {
          title handle status description(truncateAt: 5000) productType isGiftCard hasOnlyDefaultVariant onlineStoreUrl
          featuredMedia { preview { image { url } } }
        }
      }
    }
  }`,
  variables: { after },
  schema: z.object({ productVariants: z.object({ pageInfo, nodes: z.array(variantNode) }) }),
});

const codeFields = 'title status endsAt codes(first: 50) { nodes { code } }';
export const codesQuery = (after: string | null) => ({
  query: `query ($after: String) {
    codeDiscountNodes(first: 10, after: $after, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes {
        codeDiscount {
          ... on DiscountCodeBasic { ${codeFields} }
          ... on DiscountCodeBxgy { ${codeFields} }
          ... on DiscountCodeFreeShipping { ${codeFields} }
          ... on DiscountCodeApp { ${codeFields} }
        }
      }
    }
  }`,
  variables: { after },
  schema: z.object({
    codeDiscountNodes: z.object({
      pageInfo,
      nodes: z.array(
        z.object({
          codeDiscount: z.object({
            title: z.optional(z.string()),
            status: z.optional(z.string()),
            endsAt: maybe(z.string()),
            codes: z.optional(z.object({ nodes: z.array(z.object({ code: z.string() })) })),
          }),
        }),
      ),
    }),
  }),
});

/** How an order names a variant, too, so that its product is found by it. */
export function skuOf({ sku, legacyResourceId }: VariantNode): string {
  return sku?.trim() || `shopify:${legacyResourceId}`;
}

/** Whether shoppers can open its page: active and published in the online store. Gift cards earn nothing. */
export function isOffered({ product }: VariantNode): boolean {
  return product.status === 'ACTIVE' && product.onlineStoreUrl != null && !product.isGiftCard;
}

/** A picture that the catalog can't show is left out; its product stays. */
function imageOf({ media, product }: VariantNode): string {
  const own = media.nodes.map((node) => node?.preview?.image?.url);
  return [...own, product.featuredMedia?.preview?.image?.url].find((url) => url != null && isImage(url)) ?? '';
}

const cut = (text: string, most: number) => text.trim().slice(0, most).toWellFormed().trim();

export function rowOf(variant: VariantNode, line: number, shop: { url: string; currency: string }): SentRow {
  const { product } = variant;
  const own = product.hasOnlyDefaultVariant ? '' : variant.title.trim();
  const address = pageOfShop(shop.url, `products/${encodeURIComponent(product.handle.toWellFormed())}`);
  const isReduced = Number(variant.compareAtPrice ?? 0) > Number(variant.price);
  return {
    line,
    values: {
      sku: skuOf(variant),
      title: cut(own === '' ? product.title : `${product.title} – ${own}`, 200),
      description: cut(product.description, 5_000),
      category: cut(product.productType, 100),
      url: product.hasOnlyDefaultVariant ? address : `${address}?variant=${variant.legacyResourceId}`,
      image: imageOf(variant),
      price: variant.price,
      compare_at_price: isReduced ? (variant.compareAtPrice ?? '') : '',
      currency: shop.currency,
      in_stock: String(variant.availableForSale),
    },
  };
}
