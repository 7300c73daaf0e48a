import { type Html, html, jsonForScript } from '../platform/http/html.ts';
import type { ShopperProduct } from './shopper.products.views.ts';
import type { ShopperCreator } from './shopper.views.ts';
import { decimalText } from '../platform/money.text.ts';
import { shownImage, type Site } from './shopper.values.ts';

type Card = {
  path: string;
  heading: string;
  description: string;
  brand?: string;
  banner?: string | null;
  products: readonly ShopperProduct[];
};

function absolute(site: Site, image: string | null): string | undefined {
  const shown = shownImage(image);
  return shown?.startsWith('/') ? `${site.publicUrl}${shown}` : shown;
}

function item(site: Site, product: ShopperProduct, place: number, brand: string | undefined): object {
  return {
    '@type': 'ListItem',
    position: place + 1,
    item: {
      '@type': 'Product',
      name: product.title,
      image: absolute(site, product.image),
      ...(brand === undefined ? {} : { brand: { '@type': 'Brand', name: brand } }),
      offers: {
        '@type': 'Offer',
        url: `${site.publicUrl}/s/${product.code}`,
        price: decimalText(product.price, product.currency),
        priceCurrency: product.currency,
        availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
      },
    },
  };
}

function structuredData(site: Site, creator: ShopperCreator, card: Card): object {
  const url = `${site.publicUrl}${card.path}`;
  const person = {
    '@type': 'Person',
    name: creator.name,
    alternateName: `@${creator.handle}`,
    image: absolute(site, creator.avatar),
    url: `${site.publicUrl}/@${creator.handle}`,
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfilePage',
        '@id': url,
        url,
        name: card.heading,
        description: card.description,
        mainEntity: person,
      },
      {
        '@type': 'ItemList',
        '@id': `${url}#products`,
        numberOfItems: card.products.length,
        itemListElement: card.products.map((product, place) => item(site, product, place, card.brand)),
      },
    ],
  };
}

/** Open Graph tags for link previews, and schema.org data for search engines. */
export function profileCard(site: Site, creator: ShopperCreator, card: Card): Html {
  const images = [card.banner ?? null, ...card.products.map((product) => product.image), creator.avatar];
  const image = images.map((each) => absolute(site, each)).find(Boolean);
  return html`<meta property="og:type" content="profile"><meta property="og:title" content="${card.heading}">
<meta property="og:description" content="${card.description}"><meta property="og:url" content="${site.publicUrl}${card.path}">
<meta property="og:site_name" content="Vitrine"><meta property="profile:username" content="${creator.handle}">
${image !== undefined && html`<meta property="og:image" content="${image}"><meta name="twitter:image" content="${image}">`}
<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}"><meta name="twitter:title" content="${card.heading}">
<script type="application/ld+json">${jsonForScript(structuredData(site, creator, card))}</script>
`;
}
