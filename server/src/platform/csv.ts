import Papa from 'papaparse';

// Files for spreadsheets (RFC 4180). Text is quoted; a number is a number by its type, never because it looks like one.

export type Cell = string | number | { decimal: string } | null;

/** What a spreadsheet would take for a formula (OWASP CSV injection), also after spaces and in full-width letters. */
const formula = /^[\s\uFEFF]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]|^[\s\uFEFF]*[\t\r\n]/u;

/** Papa Parse's own protection would also mark negative amounts, so text is marked here, before it loses its type. */
function written(cell: Cell): unknown {
  if (typeof cell === 'string') return formula.test(cell) ? `'${cell}` : cell;
  return typeof cell === 'object' && cell !== null ? { toString: () => cell.decimal } : cell;
}

/** The lines of a file, its heading first, each ended as the format asks. */
export function csvOf(heading: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [heading, ...rows].map((row) => row.map(written));
  return `${Papa.unparse(lines, { quotes: (value) => typeof value === 'string' })}\r\n`;
}

/** The bytes of such a file, with the mark by which spreadsheets know UTF-8. */
export function spreadsheetOf(heading: readonly string[], rows: readonly (readonly Cell[])[]): Buffer {
  return Buffer.from(`\uFEFF${csvOf(heading, rows)}`, 'utf8');
}
