import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type JournalSegment, restoreJournals } from '../journal/journal.copy.ts';
import { makeFolder } from '../platform/folder.ts';
import type { ArchivePart } from './archive.read.ts';
import { parsePart, refusedHits } from './parts.ts';

async function* segmentsOf(parts: AsyncIterable<ArchivePart>): AsyncGenerator<JournalSegment> {
  for await (const { name, bytes } of parts) {
    const part = parsePart(name);
    if (part.kind === 'journal') yield { run: part.run, segment: part.segment, bytes };
    // Journals and files come before the tables.
    if (part.kind === 'table') return;
  }
}

/** Journals, which the next process that redirects adopts, and the hits that the database refused. */
export async function restoreFiles(dataDir: string, readParts: () => AsyncIterable<ArchivePart>): Promise<void> {
  makeFolder(dataDir, 0o700);
  await restoreJournals(join(dataDir, 'journal'), segmentsOf(readParts()));
  for await (const { name, bytes } of readParts()) {
    const part = parsePart(name);
    if (part.kind === 'table') return;
    if (part.kind !== 'refused') continue;
    await using file = await open(join(dataDir, refusedHits), 'a', 0o600);
    await file.writeFile(bytes);
    await file.sync();
  }
}
