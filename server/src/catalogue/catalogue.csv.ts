// Reads a table with a header row, from CSV or TSV or a feed, into rows of the catalog. Pure.
import type { FileLayout, ProductFile, ProductFileField } from '@vitrine/contract/catalogue.ts';
import { productFileField } from '@vitrine/contract/catalogue.ts';
import { presentColumns, valuesIn } from '../platform/csv.columns.ts';
import { type CsvTable, csvTable, headerFault } from '../platform/csv.table.ts';
import { invalid } from '../platform/refusal.ts';
import { inSlices } from '../platform/slices.ts';
import { fileLayoutOf, missingColumns, productColumns } from './catalogue.columns.ts';
import type { SentRow } from './catalogue.rows.ts';
import { type ProductFileRow, catalogueRows } from './catalogue.variants.ts';
import { mostMarkupLetters } from './markup.ts';

export const mostRows = 25_000;
/** Rows that only add a picture are no products. */
const mostFileRows = 5 * mostRows;

export type ReadCsv = {
  layout: FileLayout;
  headings: readonly string[];
  columns: ProductFile['columns'];
  missing: ProductFileField[];
  rows: SentRow[];
};

function tooManyRows(): never {
  throw invalid('csv', `must have at most ${mostRows} rows; put the rest in another import`);
}

type ReadOptions = { assigned?: ProductFile['columns'] | undefined; shopUrl?: string };

export function readCsv(csv: string, options: ReadOptions = {}): Promise<ReadCsv> {
  return readProductTable(productTable(csv), options);
}

export const productTable = (csv: string) => csvTable(csv, mostMarkupLetters);

/** Without all required columns, nothing is read. `shopUrl` is what addresses are made from if the file has none. */
export async function readProductTable(
  table: CsvTable,
  { assigned = [], shopUrl = '' }: ReadOptions = {},
): Promise<ReadCsv> {
  const fault = headerFault(table);
  if (fault !== undefined) throw invalid('csv', fault);
  const { headings } = table;
  const layout = fileLayoutOf(headings);
  const columns = productColumns(headings, layout, assigned);
  const missing = missingColumns(columns);
  const presented = presentColumns(productFileField.options, headings, columns);
  const rows: SentRow[] = [];
  if (missing.length === 0) {
    const found: ProductFileRow[] = [];
    const most = layout === 'shopify' ? mostFileRows : mostRows;
    await table.each(({ line, cells, fault: wrong }) => {
      if (found.length === most) tooManyRows();
      found.push({ line, values: valuesIn(cells, columns), ...(wrong === undefined ? {} : { fault: wrong }) });
    });
    await inSlices(catalogueRows(found, layout, shopUrl), (row) => {
      if (rows.length === mostRows) tooManyRows();
      rows.push(row);
    });
  }
  return { layout, headings: headings.map((heading) => heading.trim()), columns: presented, missing, rows };
}

/** Why a file without required columns can't be imported. */
export function missingReason(missing: readonly ProductFileField[]): string {
  return `must have column names in the first row; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
}
