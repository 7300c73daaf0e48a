import { createReadStream } from 'node:fs';

// Names and sizes of the parts of a backup. Tar needs the size of an entry before its content, so what has no known size
// is cut into pieces that fit into memory.

const pieceBytes = 4 * 1024 * 1024;
const newline = 10;

function numbered(index: number): string {
  return String(index + 1).padStart(6, '0');
}

export const rightsPart = 'rights.sql';
export const refusedHits = 'refused-hits.jsonl';

export function tablePart(table: string, index: number): string {
  return `tables/${table}/${numbered(index)}.copy`;
}

export function refusedPart(index: number): string {
  return `files/${refusedHits}/${numbered(index)}`;
}

export function journalPart(run: string, segment: string): string {
  return `journal/${run}/${segment}`;
}

export type PartName =
  | { kind: 'table'; table: string }
  | { kind: 'journal'; run: string; segment: string }
  | { kind: 'refused' }
  | { kind: 'other' };

/** Names that would leave their folder match nothing. */
export function parsePart(name: string): PartName {
  const table = /^tables\/(\w+)\/\d{6}\.copy$/.exec(name)?.[1];
  if (table !== undefined) return { kind: 'table', table };
  const [, run, segment] = /^journal\/(\w[\w.-]*)\/(\d{8}\.journal)$/.exec(name) ?? [];
  if (run !== undefined && segment !== undefined) return { kind: 'journal', run, segment };
  return name.startsWith(`files/${refusedHits}/`) ? { kind: 'refused' } : { kind: 'other' };
}

/** Cuts lines into pieces of about the size of a part. */
export async function* piecesOf(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of lines) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    const piece = Buffer.concat(chunks);
    const end = piece.lastIndexOf(newline) + 1;
    if (end === 0) continue;
    yield piece.subarray(0, end);
    chunks = [piece.subarray(end)];
    size = piece.length - end;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

export function readFilePieces(path: string): AsyncGenerator<Buffer> {
  return piecesOf(createReadStream(path));
}
