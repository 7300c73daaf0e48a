import Papa from 'papaparse';

// Files for spreadsheets (RFC 4180). Text is quoted; a value is a number by its type, never by its look.

export type Cell = string | number | { decimal: string } | null;

/**
 * What a spreadsheet would read as a formula (OWASP CSV injection), also after spaces and with full-width characters.
 */
const formula = /^[\s\uFEFF]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]|^[\s\uFEFF]*[\t\r\n]/u;

/** Papa Parse's own protection would also change negative amounts, so text is escaped here, while its type is known. */
function written(cell: Cell): unknown {
  if (typeof cell === 'string') return formula.test(cell) ? `'${cell}` : cell;
  return typeof cell === 'object' && cell !== null ? { toString: () => cell.decimal } : cell;
}

function linesOf(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((row) => row.map(written));
  return `${Papa.unparse(lines, { quotes: (value) => typeof value === 'string' })}\r\n`;
}

/** The lines of a file, with its header first. */
export function csvOf(heading: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return linesOf([heading, ...rows]);
}

/** The bytes of such a file, with a byte order mark so that spreadsheets read it as UTF-8. */
export function spreadsheetOf(heading: readonly string[], rows: readonly (readonly Cell[])[]): Buffer {
  return Buffer.from(`\uFEFF${csvOf(heading, rows)}`, 'utf8');
}

/** The same in pieces, so that a long file is never in memory as a whole. */
export async function* spreadsheetPieces(
  heading: readonly string[],
  pieces: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvOf(heading, [])}`;
  for await (const rows of pieces) yield linesOf(rows);
}
