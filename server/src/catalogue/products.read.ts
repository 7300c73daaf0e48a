// Reads a file, a Shopify products.json or a feed into checked rows. Runs on a thread of its own (platform/parsing), so it
// knows no database: what the rows must satisfy comes with it.
import { importProducts, type ProductFile } from '@vitrine/contract/catalogue.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { FeedFault } from '@vitrine/contract/values/feed-faults.ts';
import type { PriceFormat } from '@vitrine/contract/values/prices.ts';
import type { CsvTable } from '../platform/csv.table.ts';
import { readJsonBody } from '../platform/http/body.read.ts';
import { invalid } from '../platform/refusal.ts';
import { missingReason, productTable, readProductTable } from './catalogue.csv.ts';
import { readShopify } from './catalogue.files.ts';
import { type GoodRow, readRows, type RowFault, type RowRule } from './catalogue.rows.ts';
import { FeedFailure } from './feeds.failure.ts';
import { feedTable } from './feeds.table.ts';

export type TableChoices = { columns?: ProductFile['columns'] | undefined; price_format?: PriceFormat | undefined };

/** `kept`: how the brand writes prices, if it has said so. */
export type ProductsInput = { rule: RowRule; shopUrl: string; kept: PriceFormat | null; bytes: Uint8Array } & (
  | { from: 'feed'; contentType: string; choices: TableChoices }
  | { from: 'import' }
);

type Delivery = BodyOf<typeof importProducts>;
/** What was asked for besides the products. */
export type DeliveryChoices = Pick<Delivery, 'source' | 'preview' | 'clear'> & {
  price_format?: PriceFormat | undefined;
};

/** `file` is null for Shopify's JSON. The rows come in parts. */
export type ProductsOutput =
  | { kind: 'read'; file: ProductFile | null; choices: DeliveryChoices | null }
  | { kind: 'failed'; fault: FeedFault; seen: string };
export type ProductsPart = { good?: GoodRow[]; bad?: RowFault[] };

type Judged = { good: GoodRow[]; bad: RowFault[]; file: ProductFile | null };

/** Reads a table and checks every row; without all required columns, there are none. */
async function judgeTable(
  { rule, shopUrl, kept }: ProductsInput,
  table: CsvTable,
  choices: TableChoices,
): Promise<Judged & { file: ProductFile }> {
  const format = choices.price_format ?? kept;
  const { layout, headings, columns, missing, rows } = await readProductTable(table, {
    assigned: choices.columns,
    shopUrl,
  });
  const judged = await readRows(rows, { ...rule, notation: format ?? 'unknown' });
  const unclear = judged.bad.find(({ readings }) => readings !== undefined);
  const [thousands, decimals] = (unclear?.readings ?? []).map((amount) =>
    amount === undefined ? null : toMoney(amount, rule.currency),
  );
  const ambiguous = unclear && { text: unclear.value ?? '', thousands: thousands ?? null, decimals: decimals ?? null };
  const shown = { layout, headings: [...headings], columns, missing };
  return { ...judged, file: { ...shown, price_format: format, ambiguous: ambiguous ?? null } };
}

async function judgeImport(input: ProductsInput, delivery: Delivery): Promise<Judged> {
  if (delivery.source === 'shopify')
    return { ...(await readRows(await readShopify(delivery.products, input.shopUrl), input.rule)), file: null };
  const judged = await judgeTable(input, productTable(delivery.csv), delivery);
  const { missing } = judged.file;
  if (missing.length > 0 && !delivery.preview) throw invalid('csv', missingReason(missing));
  return judged;
}

function choicesOf(delivery: Delivery): DeliveryChoices {
  const { source, preview, clear } = delivery;
  return { source, preview, clear, ...(delivery.source === 'csv' && { price_format: delivery.price_format }) };
}

async function judge(input: ProductsInput): Promise<Judged & { choices: DeliveryChoices | null }> {
  if (input.from === 'feed') {
    const table = await feedTable(Buffer.from(input.bytes), input.contentType);
    return { ...(await judgeTable(input, table, input.choices)), choices: null };
  }
  const delivery = readJsonBody(importProducts.body, input.bytes);
  return { ...(await judgeImport(input, delivery)), choices: choicesOf(delivery) };
}

/** Taking a part costs about a millisecond. */
const rowsOfPart = 250;

export async function readProductRows(
  input: ProductsInput,
  emit: (part: ProductsPart) => Promise<void>,
): Promise<ProductsOutput> {
  try {
    const { good, bad, file, choices } = await judge(input);
    for (let at = 0; at < good.length; at += rowsOfPart) await emit({ good: good.slice(at, at + rowsOfPart) });
    for (let at = 0; at < bad.length; at += rowsOfPart) await emit({ bad: bad.slice(at, at + rowsOfPart) });
    return { kind: 'read', file, choices };
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error;
    return { kind: 'failed', fault: error.fault, seen: error.seen };
  }
}
