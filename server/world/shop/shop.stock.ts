import { randomBytes } from 'node:crypto';
import { change, inOneGo, selectRow, selectRows, type ShopDatabase } from './shop.database.ts';

/** What a shop runs on; `own`: a program of its own. */
export type ShopPlatform = 'shopify' | 'woocommerce' | 'stripe' | 'own';

export type StandInShop = {
  host: string;
  platform: ShopPlatform;
  name: string;
  currency: string;
  tax_rate: number;
  head: string;
  /** Of its webhooks; of an own shop, its API key. */
  secret: string;
  checkout: 'classic' | 'block';
  accent: string;
};

export type StandInProduct = {
  id: number;
  shop: string;
  handle: string;
  sku: string;
  title: string;
  category: string;
  about: string;
  price: number;
  picture: string;
  is_sold_out: number;
};

type NewProduct = {
  sku: string;
  title: string;
  category?: string;
  about?: string;
  price: number;
  /** The last part of its address; without, made from the title. */
  handle?: string;
  picture?: string;
  isSoldOut?: boolean;
};
export type NewShop = {
  host: string;
  platform: ShopPlatform;
  name: string;
  currency?: string;
  tax_rate?: number;
  checkout?: StandInShop['checkout'];
  secret?: string;
  accent?: string;
  head?: string;
  products: readonly NewProduct[];
};

function handleOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

export function addShop(database: ShopDatabase, wanted: NewShop): StandInShop {
  return inOneGo(database, () => {
    change(
      database,
      `insert into shops (host, platform, name, currency, tax_rate, secret, checkout, accent, head)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      wanted.host,
      wanted.platform,
      wanted.name,
      wanted.currency ?? 'USD',
      wanted.tax_rate ?? 0,
      wanted.secret ?? randomBytes(32).toString('hex'),
      wanted.checkout ?? 'classic',
      wanted.accent ?? '',
      wanted.head ?? '',
    );
    for (const product of wanted.products) {
      change(
        database,
        `insert into products (shop, handle, sku, title, category, about, price, picture, is_sold_out)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        wanted.host,
        product.handle ?? handleOf(product.title),
        product.sku,
        product.title,
        product.category ?? 'Everything',
        product.about ?? '',
        product.price,
        product.picture ?? '',
        product.isSoldOut === true ? 1 : 0,
      );
    }
    const shop = findShop(database, wanted.host);
    if (!shop) throw new Error(`the shop ${wanted.host} was not saved`);
    return shop;
  });
}

export function findShop(database: ShopDatabase, host: string): StandInShop | undefined {
  return selectRow<StandInShop>(database, 'select * from shops where host = ?', host);
}

export function listShops(database: ShopDatabase): StandInShop[] {
  return selectRows<StandInShop>(database, 'select * from shops order by name');
}

/** What the owner pastes into the theme of the shop. */
export function saveHead(database: ShopDatabase, { host }: StandInShop, head: string): void {
  change(database, 'update shops set head = ? where host = ?', head, host);
}

export function listProducts(database: ShopDatabase, { host }: StandInShop): StandInProduct[] {
  return selectRows<StandInProduct>(database, 'select * from products where shop = ? order by id', host);
}

export function findStandInProduct(
  database: ShopDatabase,
  { host }: StandInShop,
  by: { handle: string } | { id: number },
): StandInProduct | undefined {
  return 'id' in by
    ? selectRow<StandInProduct>(database, 'select * from products where shop = ? and id = ?', host, by.id)
    : selectRow<StandInProduct>(database, 'select * from products where shop = ? and handle = ?', host, by.handle);
}
