// A creator pastes an address from the browser: a product page, possibly with campaign parameters, with or without www,
// or below a collection of the shop. Nothing is fetched; only the text of the address is compared.

/** Parts of an address to compare, from the full address down to the product's name in it. */
type AddressForms = { whole: string; page: string; product: string | undefined };

function addressForms(href: string): AddressForms {
  const url = new URL(href);
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  const handle = /\/products\/([^/]+)$/.exec(path)?.[1];
  return { whole: url.href, page: `${host}${path}`, product: handle && `${host}/products/${handle}` };
}

/** The product of an address, if exactly one matches. */
export function productAt<Product extends { url: string }>(
  products: readonly Product[],
  href: string,
): Product | undefined {
  const wanted = addressForms(href);
  const known = products.map((product) => ({ product, forms: addressForms(product.url) }));
  for (const form of ['whole', 'page', 'product'] as const) {
    const found = known.filter(({ forms }) => wanted[form] !== undefined && forms[form] === wanted[form]);
    if (found.length > 0) return found.length === 1 ? found[0]?.product : undefined;
  }
  return undefined;
}
