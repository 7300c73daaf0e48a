import { randomBytes } from 'node:crypto';
import { percentOff } from './shop.carts.ts';
import { change, inOneGo, selectRow, selectRows, type ShopDatabase } from './shop.database.ts';
import type { StandInProduct, StandInShop } from './shop.stock.ts';

export type ShopCustomer = {
  email: string;
  first_name: string;
  last_name: string;
  street: string;
  city: string;
  postcode: string;
  country: string;
};

export type StandInLine = {
  id: number;
  product: number;
  sku: string;
  title: string;
  quantity: number;
  price: number;
  discount: number;
  tax: number;
};
type RefundedLine = { line: number; quantity: number; net: number; tax: number };
export type StandInRefund = { id: number; at: string; lines: RefundedLine[] };
export type StandInOrder = ShopCustomer & {
  id: number;
  key: string;
  placed_at: string;
  updated_at: string;
  canceled_at: string | null;
  attributes: Record<string, string>;
  landing: string;
  code: string;
  shipping: number;
  lines: StandInLine[];
  refunds: StandInRefund[];
};

type NewSale = {
  items: readonly { product: StandInProduct; quantity: number }[];
  shopper: ShopCustomer;
  attributes: Record<string, string>;
  /** The first page of the visit. */
  landing: string;
  code: string;
  shipping: number;
};

/** A part of an amount, rounded half up. */
export function halfUpShare(amount: number, part: number, whole: number): number {
  return Math.floor((2 * amount * part + whole) / (2 * whole));
}

export function priceOf(
  shop: StandInShop,
  price: number,
  quantity: number,
  code: string,
): { discount: number; tax: number } {
  const discount = halfUpShare(price * quantity, percentOff(shop, code), 100);
  return { discount, tax: halfUpShare(price * quantity - discount, shop.tax_rate, 10_000) };
}

export function lineNet({ price, quantity, discount }: StandInLine): number {
  return price * quantity - discount;
}

/** What the shopper paid for the products, tax and shipping. */
export function paidTotal({ lines, shipping }: StandInOrder): number {
  return lines.reduce((sum, line) => sum + lineNet(line) + line.tax, shipping);
}

export function refundedTotal({ refunds }: StandInOrder): number {
  return refunds.flatMap(({ lines }) => lines).reduce((sum, { net, tax }) => sum + net + tax, 0);
}

/** How many of a line are left after its refunds. */
export function leftOf({ refunds }: StandInOrder, { id, quantity }: StandInLine): number {
  const back = refunds.flatMap(({ lines }) => lines).filter(({ line }) => line === id);
  return quantity - back.reduce((sum, each) => sum + each.quantity, 0);
}

export function placeOrder(database: ShopDatabase, shop: StandInShop, sale: NewSale): StandInOrder {
  const { shopper, attributes, landing, code, shipping } = sale;
  const now = new Date().toISOString();
  return inOneGo(database, () => {
    const id = change(
      database,
      `insert into orders (shop, key, placed_at, updated_at, email, first_name, last_name, street, city, postcode,
         country, attributes, landing, code, shipping)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      shop.host,
      randomBytes(12).toString('hex'),
      now,
      now,
      shopper.email,
      shopper.first_name,
      shopper.last_name,
      shopper.street,
      shopper.city,
      shopper.postcode,
      shopper.country,
      JSON.stringify(attributes),
      landing,
      percentOff(shop, code) > 0 ? code : '',
      shipping,
    );
    for (const { product, quantity } of sale.items) {
      const { discount, tax } = priceOf(shop, product.price, quantity, code);
      change(
        database,
        `insert into order_lines (order_id, product, sku, title, quantity, price, discount, tax)
         values (?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        product.id,
        product.sku,
        product.title,
        quantity,
        product.price,
        discount,
        tax,
      );
    }
    return readOrder(database, id);
  });
}

function readOrder(database: ShopDatabase, id: number): StandInOrder {
  const order = selectRow<Omit<StandInOrder, 'attributes' | 'lines' | 'refunds'> & { attributes: string }>(
    database,
    'select * from orders where id = ?',
    id,
  );
  if (!order) throw new Error(`there is no order ${id}`);
  const lines = selectRows<StandInLine>(database, 'select * from order_lines where order_id = ? order by id', id);
  const refunds = selectRows<{ id: number; at: string }>(database, 'select * from refunds where order_id = ?', id);
  return {
    ...order,
    attributes: JSON.parse(order.attributes),
    lines,
    refunds: refunds.map((refund) => ({
      ...refund,
      lines: selectRows<RefundedLine>(database, 'select * from refund_lines where refund = ?', refund.id),
    })),
  };
}

export function findStandInOrder(
  database: ShopDatabase,
  { host }: StandInShop,
  by: { id: number } | { key: string },
): StandInOrder | undefined {
  const found =
    'id' in by
      ? selectRow<{ id: number }>(database, 'select id from orders where shop = ? and id = ?', host, by.id)
      : selectRow<{ id: number }>(database, 'select id from orders where shop = ? and key = ?', host, by.key);
  return found && readOrder(database, found.id);
}

/** The newest first. */
export function listStandInOrders(database: ShopDatabase, { host }: StandInShop): StandInOrder[] {
  const found = selectRows<{ id: number }>(database, 'select id from orders where shop = ? order by id desc', host);
  return found.map(({ id }) => readOrder(database, id));
}

/** What goes back for some of a line. Counted from the start, so that all refunds of a line add up to it exactly. */
function refundOf(order: StandInOrder, line: StandInLine, quantity: number): RefundedLine {
  const before = line.quantity - leftOf(order, line);
  const part = (amount: number) =>
    halfUpShare(amount, before + quantity, line.quantity) - halfUpShare(amount, before, line.quantity);
  return { line: line.id, quantity, net: part(lineNet(line)), tax: part(line.tax) };
}

/** Refunds some of the items. Undefined if nothing is left of what is wanted. */
export function refundItems(
  database: ShopDatabase,
  order: StandInOrder,
  wanted: ReadonlyMap<number, number>,
): { order: StandInOrder; refund: StandInRefund } | undefined {
  const lines = order.lines.flatMap((line) => {
    const quantity = Math.min(wanted.get(line.id) ?? 0, leftOf(order, line));
    return quantity > 0 ? [refundOf(order, line, quantity)] : [];
  });
  if (lines.length === 0) return undefined;
  const at = new Date().toISOString();
  return inOneGo(database, () => {
    const id = change(database, 'insert into refunds (order_id, at) values (?, ?)', order.id, at);
    for (const { line, quantity, net, tax } of lines)
      change(
        database,
        'insert into refund_lines (refund, line, quantity, net, tax) values (?, ?, ?, ?, ?)',
        id,
        line,
        quantity,
        net,
        tax,
      );
    change(database, 'update orders set updated_at = ? where id = ?', at, order.id);
    return { order: readOrder(database, order.id), refund: { id, at, lines } };
  });
}

export function cancelStandInOrder(database: ShopDatabase, { id }: StandInOrder): StandInOrder {
  const at = new Date().toISOString();
  change(database, 'update orders set canceled_at = ?, updated_at = ? where id = ?', at, at, id);
  return readOrder(database, id);
}
