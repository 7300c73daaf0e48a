import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { surveySegment } from './journal.reader.ts';
import { findLeftRuns } from './journal.runs.ts';
import { listSegments, syncFolder } from './journal.segments.ts';

// Copies of journals for a backup. A folder is read while its owner writes: whole frames are copied, and a frame that
// is being written is not acknowledged yet.

export type JournalSegment = { run: string; segment: string; bytes: Buffer };

async function listRuns(journals: string): Promise<string[]> {
  const entries = await readdir(journals, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name);
}

/** Every segment with clicks. One that disappears meanwhile has been drained. */
export async function* readJournals(journals: string): AsyncGenerator<JournalSegment> {
  for (const run of await listRuns(journals)) {
    for (const path of await listSegments(join(journals, run))) {
      const content = await readFile(path).catch(() => Buffer.alloc(0));
      const { end, records } = surveySegment(content);
      if (records > 0) yield { run, segment: basename(path), bytes: content.subarray(0, end) };
    }
  }
}

/** The folders of running processes. */
export async function findOwnedRuns(journals: string): Promise<string[]> {
  const runs = await listRuns(journals);
  if (runs.length === 0) return [];
  const left = new Set((await findLeftRuns(journals)).map(({ folder }) => basename(folder)));
  return runs.filter((run) => !left.has(run));
}

/**
 * Writes copied segments where the next process that starts adopts them. The folders appear under their names only when
 * all of them are complete.
 */
export async function restoreJournals(
  journals: string,
  segments: AsyncIterable<JournalSegment>,
): Promise<{ segments: number }> {
  const drafts = new Set<string>();
  let count = 0;
  for await (const { run, segment, bytes } of segments) {
    const draft = join(journals, `.${run}`);
    if (!drafts.has(draft)) {
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { recursive: true, mode: 0o700 });
      drafts.add(draft);
    }
    await using file = await open(join(draft, segment), 'wx', 0o600);
    await file.writeFile(bytes);
    await file.sync();
    count += 1;
  }
  for (const draft of drafts) {
    await syncFolder(draft);
    await rename(draft, join(journals, basename(draft).slice(1)));
  }
  if (drafts.size > 0) await syncFolder(journals);
  return { segments: count };
}
