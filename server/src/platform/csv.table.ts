// A CSV file with a header row, as spreadsheets and shops write it. Separators are commas, semicolons or tabs.
import { type CsvRecord, csvRecords } from './csv.records.ts';
import { inSlices } from './slices.ts';

const mostColumns = 200;
const mostHeaderLetters = 20_000;

export type CsvTable = {
  headings: readonly string[];
  /** The cells of the first row; it can have more than the limit. */
  width: number;
  /** Calls `take` for each row that isn't blank, with pauses for other work. `line` is the one in a text editor. */
  each: (take: (row: CsvRow) => void) => Promise<void>;
};
export type CsvRow = { line: number; cells: readonly string[]; fault?: string };

/** Detects the separator from the header only, because the cells below may contain any of them. */
function separatorOf(text: string): string {
  const [header = ''] = text.slice(0, mostHeaderLetters).split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

function faultOf({ fault, width }: CsvRecord, columns: number): string | undefined {
  return fault ?? (width > columns ? `has ${width} cells, but the header has ${columns}` : undefined);
}

/** Cells are cut at `mostLetters`. */
export function csvTable(csv: string, mostLetters: number): CsvTable {
  const text = csv.startsWith('\uFEFF') ? csv.slice(1) : csv;
  const records = csvRecords(text, separatorOf(text), { mostCells: mostColumns, mostLetters });
  const { value: header } = records.next();
  const headings = header?.cells ?? [];
  return {
    headings,
    width: header?.width ?? 0,
    each: (take) =>
      inSlices(records, (record) => {
        if (record.isBlank) return;
        const fault = faultOf(record, headings.length);
        take({ line: record.line, cells: record.cells, ...(fault === undefined ? {} : { fault }) });
      }),
  };
}

/** Why the header can't be used; undefined if it can. */
export function headerFault({ width }: CsvTable): string | undefined {
  return width > mostColumns ? `must have at most ${mostColumns} columns; the first row has ${width}` : undefined;
}
