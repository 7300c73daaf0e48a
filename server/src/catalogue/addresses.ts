// A creator pastes what the browser's address bar holds: the product's page with campaign parameters behind it, with
// or without www, or below one of the shop's collections. Nothing is fetched; the address alone is compared.

/** What an address says, from the whole of it to no more than the product's name in it. */
type AddressForms = { whole: string; page: string; product: string | undefined };

function addressForms(href: string): AddressForms {
  const url = new URL(href);
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  const handle = /\/products\/([^/]+)$/.exec(path)?.[1];
  return { whole: url.href, page: `${host}${path}`, product: handle && `${host}/products/${handle}` };
}

/** The one product that an address means. Where two could be meant, none is. */
export function productAt<Product extends { url: string }>(
  products: readonly Product[],
  href: string,
): Product | undefined {
  const asked = addressForms(href);
  const known = products.map((product) => ({ product, forms: addressForms(product.url) }));
  for (const form of ['whole', 'page', 'product'] as const) {
    const found = known.filter(({ forms }) => asked[form] !== undefined && forms[form] === asked[form]);
    if (found.length > 0) return found.length === 1 ? found[0]?.product : undefined;
  }
  return undefined;
}
