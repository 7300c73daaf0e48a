// Reads CSV (RFC 4180) one record at a time, in one pass over the text, so that a caller can pause between records and
// stop at a limit. Deviations from the RFC that spreadsheets produce are accepted; others are reported as a fault.

export type CsvRecord = {
  /** The line on which it starts, as in a text editor: \n, \r\n and \r each end a line. */
  line: number;
  cells: string[];
  /** The number of cells, including those beyond the limit, which are not stored. */
  width: number;
  isBlank: boolean;
  fault?: string;
};

export type CsvLimits = { mostCells: number; mostLetters: number };

type Cell = { start: number; stop: number; isQuoted: boolean; breaks: number; end: number; fault?: string };

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const isSpace = (code: number) => code === 0x20 || code === 0x09;
const isLineEnd = (code: number) => code === lineFeed || code === carriageReturn;

function readPlain(text: string, start: number, separator: number): Cell {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === separator || isLineEnd(code)) break;
    at += 1;
  }
  return { start, stop: at, isQuoted: false, breaks: 0, end: at };
}

/** The end of a cell whose closing quotation mark is at `at`; undefined if other text follows it. */
function endAfterQuote(text: string, at: number, separator: number): number | undefined {
  let end = at + 1;
  while (end < text.length && isSpace(text.charCodeAt(end)) && text.charCodeAt(end) !== separator) end += 1;
  if (end === text.length) return end;
  const code = text.charCodeAt(end);
  return code === separator || isLineEnd(code) ? end : undefined;
}

function readQuoted(text: string, opening: number, separator: number): Cell {
  const start = opening + 1;
  let breaks = 0;
  let fault: string | undefined;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) breaks += 1;
    if (code !== quote) continue;
    if (text.charCodeAt(at + 1) === quote) {
      at += 1;
      continue;
    }
    const end = endAfterQuote(text, at, separator);
    if (end !== undefined) return { start, stop: at, isQuoted: true, breaks, end, ...(fault && { fault }) };
    fault = 'has text after a closing quotation mark';
  }
  fault = 'has an opening quotation mark without a closing one';
  return { start, stop: text.length, isQuoted: true, breaks, end: text.length, fault };
}

/** The text of the cell, cut to the limit. */
function valueOf(text: string, { start, stop, isQuoted }: Cell, mostLetters: number): string {
  if (!isQuoted) return text.slice(start, Math.min(stop, start + mostLetters));
  const value = text.slice(start, Math.min(stop, start + 2 * mostLetters));
  return value.replaceAll('""', '"').replaceAll(/\r\n?/g, '\n').slice(0, mostLetters);
}

function hasInk(text: string, { start, stop }: Cell): boolean {
  for (let at = start; at < stop; at += 1) if (!isSpace(text.charCodeAt(at))) return true;
  return false;
}

/** The record that starts here, and the position after it. */
function readRecord(
  text: string,
  start: number,
  line: number,
  separator: number,
  { mostCells, mostLetters }: CsvLimits,
): { record: CsvRecord; end: number; breaks: number } {
  const record: CsvRecord = { line, cells: [], width: 0, isBlank: true };
  let breaks = 0;
  let at = start;
  for (;;) {
    const cell = (text.charCodeAt(at) === quote ? readQuoted : readPlain)(text, at, separator);
    record.width += 1;
    breaks += cell.breaks;
    if (cell.fault !== undefined) record.fault = cell.fault;
    if (record.width <= mostCells) {
      const value = valueOf(text, cell, mostLetters);
      record.cells.push(value);
      if (record.isBlank && value.trim() !== '') record.isBlank = false;
    } else if (record.isBlank && hasInk(text, cell)) record.isBlank = false;
    at = cell.end;
    if (text.charCodeAt(at) !== separator) return { record, end: at, breaks };
    at += 1;
  }
}

export function* csvRecords(text: string, separator: string, limits: CsvLimits): Generator<CsvRecord> {
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const { record, end, breaks } = readRecord(text, at, line, separator.charCodeAt(0), limits);
    yield record;
    const isPair = text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed;
    at = end + (isPair ? 2 : 1);
    line += breaks + 1;
  }
}
