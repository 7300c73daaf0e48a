// Files for spreadsheets (RFC 4180). Text is quoted, and what a spreadsheet would take for a formula is marked as text;
// a number is a number by its type, never because it looks like one.

export type Cell = string | number | { decimal: string } | null;

const formula = /^[\s\uFEFF]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]|^[\s\uFEFF]*[\t\r\n]/u;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.decimal;
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The lines of a file, its heading first, each ended as the format asks. */
export function csvOf(heading: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [heading, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** The bytes of such a file, with the mark by which spreadsheets know UTF-8. */
export function spreadsheetOf(heading: readonly string[], rows: readonly (readonly Cell[])[]): Buffer {
  return Buffer.from(`\uFEFF${csvOf(heading, rows)}`, 'utf8');
}
