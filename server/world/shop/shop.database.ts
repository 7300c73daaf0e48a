import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

// The database of the stand-in shops, apart from Vitrine's own. Amounts are in the smallest unit of the currency, times
// are ISO 8601 in UTC.

const schema = `
  create table if not exists shops (
    host text primary key,
    platform text not null check (platform in ('shopify', 'woocommerce', 'stripe', 'own')),
    name text not null,
    currency text not null,
    tax_rate integer not null, -- of the price before tax, in hundredths of a percent
    head text not null default '', -- what the owner added to the head of every page
    secret text not null,
    checkout text not null default 'classic' check (checkout in ('classic', 'block')),
    accent text not null default '' -- the color of buttons; empty: that of all shops
  ) strict;
  create table if not exists products (
    id integer primary key,
    shop text not null references shops,
    handle text not null,
    sku text not null,
    title text not null,
    category text not null,
    about text not null,
    price integer not null check (price > 0),
    picture text not null default '', -- the name of its file; empty: a letter on a color
    is_sold_out integer not null default 0,
    unique (shop, handle)
  ) strict;
  create table if not exists carts (
    token text primary key,
    shop text not null references shops,
    attributes text not null default '{}', -- JSON
    code text not null default ''
  ) strict;
  create table if not exists cart_items (
    cart text not null references carts,
    product integer not null references products,
    quantity integer not null check (quantity > 0),
    primary key (cart, product)
  ) strict;
  create table if not exists orders (
    id integer primary key autoincrement,
    shop text not null references shops,
    key text not null unique,
    placed_at text not null,
    updated_at text not null,
    canceled_at text,
    email text not null,
    first_name text not null,
    last_name text not null,
    street text not null,
    city text not null,
    postcode text not null,
    country text not null,
    attributes text not null, -- JSON: what the platform noted with the order
    landing text not null,
    code text not null,
    shipping integer not null
  ) strict;
  create table if not exists order_lines (
    id integer primary key autoincrement,
    order_id integer not null references orders,
    product integer not null references products,
    sku text not null,
    title text not null,
    quantity integer not null check (quantity > 0),
    price integer not null,
    discount integer not null, -- of the whole line
    tax integer not null -- of the whole line, on top of its price
  ) strict;
  create table if not exists refunds (
    id integer primary key autoincrement,
    order_id integer not null references orders,
    at text not null
  ) strict;
  create table if not exists refund_lines (
    refund integer not null references refunds,
    line integer not null references order_lines,
    quantity integer not null check (quantity > 0),
    net integer not null,
    tax integer not null,
    primary key (refund, line)
  ) strict;
  create table if not exists endpoints (
    id integer primary key autoincrement,
    shop text not null references shops,
    topics text not null, -- JSON
    address text not null,
    secret text not null,
    is_on integer not null default 1,
    failures integer not null default 0 -- in a row
  ) strict;
  create table if not exists webhooks (
    id integer primary key autoincrement,
    endpoint integer not null references endpoints,
    event text not null, -- the platform's id of the event
    topic text not null,
    body text not null,
    created_at text not null,
    attempts integer not null default 0,
    due_at integer, -- milliseconds; null once it is delivered or given up
    answer text not null default ''
  ) strict;
`;

export type ShopDatabase = DatabaseSync;

/** Opens the database in a file, or in memory with `:memory:`. */
export function openShopDatabase(file: string): ShopDatabase {
  const database = new DatabaseSync(file);
  database.exec(schema);
  return database;
}

/** All rows of a statement. Whoever writes the statement knows their type. */
export function selectRows<Row>(database: ShopDatabase, sql: string, ...values: SQLInputValue[]): Row[] {
  return database.prepare(sql).all(...values) as Row[];
}

export function selectRow<Row>(database: ShopDatabase, sql: string, ...values: SQLInputValue[]): Row | undefined {
  return selectRows<Row>(database, sql, ...values)[0];
}

/** Runs a statement that changes something; returns the number of the new row. */
export function change(database: ShopDatabase, sql: string, ...values: SQLInputValue[]): number {
  return Number(database.prepare(sql).run(...values).lastInsertRowid);
}

/** All of the work is saved, or nothing. */
export function inOneGo<Result>(database: ShopDatabase, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
