import { randomBytes } from 'node:crypto';
import { change, inOneGo, selectRow, selectRows, type ShopDatabase } from './shop.database.ts';
import type { StandInProduct, StandInShop } from './shop.stock.ts';

export type CartItem = StandInProduct & { quantity: number };
export type StandInCart = { token: string; attributes: Record<string, string>; code: string; items: CartItem[] };

/** The code of every stand-in shop. */
const welcomeCode = 'WELCOME10';
const percentOfCodes = 10;

/**
 * The percentage that a code takes off each line; 0 if there is no such code. An own shop asks Vitrine which codes its
 * creators have, and keeps only those in a cart.
 */
export function percentOff({ platform }: StandInShop, code: string): number {
  const wanted = code.trim().toUpperCase();
  const isKnown = platform === 'own' ? wanted !== '' : wanted === welcomeCode;
  return isKnown ? percentOfCodes : 0;
}

/** What is left of a cart's cookie after a purchase or in another browser finds nothing. */
export function findCart(database: ShopDatabase, shop: StandInShop, token: string): StandInCart | undefined {
  const cart = selectRow<{ token: string; attributes: string; code: string }>(
    database,
    'select token, attributes, code from carts where token = ? and shop = ?',
    token,
    shop.host,
  );
  if (!cart) return undefined;
  const items = selectRows<CartItem>(
    database,
    `select products.*, cart_items.quantity from cart_items join products on products.id = cart_items.product
     where cart = ? order by cart_items.rowid`,
    token,
  );
  return { ...cart, attributes: JSON.parse(cart.attributes), items };
}

export function openCart(database: ShopDatabase, shop: StandInShop): StandInCart {
  const token = randomBytes(16).toString('base64url');
  change(database, 'insert into carts (token, shop) values (?, ?)', token, shop.host);
  return { token, attributes: {}, code: '', items: [] };
}

export function addToCart(database: ShopDatabase, { token }: StandInCart, product: number, quantity: number): void {
  change(
    database,
    `insert into cart_items (cart, product, quantity) values (?, ?, ?)
     on conflict (cart, product) do update set quantity = cart_items.quantity + excluded.quantity`,
    token,
    product,
    quantity,
  );
}

/** Sets how many of a product are in a cart; with 0, it is taken out. */
export function changeCart(database: ShopDatabase, { token }: StandInCart, product: number, quantity: number): void {
  change(database, 'delete from cart_items where cart = ? and product = ?', token, product);
  if (quantity > 0)
    change(database, 'insert into cart_items (cart, product, quantity) values (?, ?, ?)', token, product, quantity);
}

/** Like Shopify: other attributes stay, and one with an empty value is removed. */
export function setAttributes(database: ShopDatabase, cart: StandInCart, given: Record<string, string>): void {
  const attributes = Object.fromEntries(
    Object.entries({ ...cart.attributes, ...given }).filter(([, value]) => value !== ''),
  );
  change(database, 'update carts set attributes = ? where token = ?', JSON.stringify(attributes), cart.token);
}

export function setCode(database: ShopDatabase, { token }: StandInCart, code: string): void {
  change(database, 'update carts set code = ? where token = ?', code.trim().toUpperCase(), token);
}

export function removeCart(database: ShopDatabase, { token }: StandInCart): void {
  inOneGo(database, () => {
    change(database, 'delete from cart_items where cart = ?', token);
    change(database, 'delete from carts where token = ?', token);
  });
}
