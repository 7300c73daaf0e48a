import { type FileHandle, open, rm } from 'node:fs/promises';
import { frameEnd, readFrame } from './journal.frame.ts';
import { decodeRecords, type HitRecord, isHitLine, type Profiles } from '../hits/hit.record.ts';
import { span, type Times, timesOfLines } from './journal.parts.ts';
import type { Segment } from './journal.writer.ts';

// Reads segments from the oldest on, as far as they are durable. What was read is read again until it is released, so a
// drain that fails halfway loses nothing.

const chunkBytes = 512 * 1024;

export type Batch = {
  records: HitRecord[];
  /** The number of hits that were written; those missing from `records` could not be read. */
  written: number;
  segment: Segment;
  /** Where the next batch begins. */
  end: number;
  /** Frames that were durable once and can't be read anymore. */
  damaged: number;
};

export type SegmentCursor = {
  readonly segment: Segment;
  /** Everything before this offset has been released. */
  offset(): number;
  /** About `limit` records in whole frames; undefined if there are none. */
  read(limit: number): Promise<Batch | undefined>;
  /** The same from where the last call ended, so that several batches can be under way before the first is released. */
  readAhead(limit: number): Promise<Batch | undefined>;
  /** What was read ahead and is not released is read ahead again. */
  rewind(): void;
  release(batch: Batch): void;
  /** The segment was emptied and is written from its start again. */
  restart(): void;
  isDrained(): boolean;
  close(options: { remove: boolean }): Promise<void>;
};

export function openCursor(segment: Segment): SegmentCursor {
  let offset = 0;
  let ahead = 0;
  let file: FileHandle | undefined;
  const profiles: Profiles = new Map();

  const readBytes = async (from: number, length: number): Promise<Buffer> => {
    file ??= await open(segment.path, 'r');
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(buffer, 0, length, from);
    return buffer.subarray(0, bytesRead);
  };

  const readChunk = async (from: number): Promise<Buffer> => {
    const available = segment.end - from;
    const chunk = await readBytes(from, Math.min(available, chunkBytes));
    const needed = (frameEnd(chunk, 0) ?? 0) - chunk.length;
    return needed <= 0 ? chunk : readBytes(from, Math.min(available, chunk.length + needed));
  };

  const readAt = async (from: number, limit: number): Promise<Batch | undefined> => {
    if (from >= segment.end) return undefined;
    const chunk = await readChunk(from);
    const { lines, hits, end, damaged } = readFrames(chunk, limit);
    const records = decodeRecords(lines, profiles);
    // After two damaged frames in a row nothing more can be found.
    if (end === 0) return { records, written: hits, segment, end: segment.end, damaged: damaged + 1 };
    return { records, written: hits, segment, end: from + end, damaged };
  };

  return {
    segment,
    offset: () => offset,
    isDrained: () => offset >= segment.end,
    read: (limit) => readAt(offset, limit),
    async readAhead(limit) {
      const batch = await readAt(ahead, limit);
      if (batch !== undefined) ahead = batch.end;
      return batch;
    },
    rewind() {
      ahead = offset;
    },
    release(batch) {
      offset = batch.end;
      ahead = Math.max(ahead, offset);
    },
    restart() {
      offset = 0;
      ahead = 0;
      profiles.clear();
    },
    async close({ remove }) {
      await file?.close();
      file = undefined;
      if (remove) await rm(segment.path, { force: true });
    },
  };
}

/** Whole frames from the start of a chunk, up to `limit` hits; one damaged frame is skipped. */
type Frames = { lines: string[]; hits: number; end: number; damaged: number };

function readFrames(chunk: Buffer, limit: number): Frames {
  const lines: string[] = [];
  let hits = 0;
  let end = 0;
  let damaged = 0;
  while (hits < limit) {
    let frame = readFrame(chunk, end);
    if (frame === undefined) {
      const behind = frameEnd(chunk, end);
      frame = behind === undefined ? undefined : readFrame(chunk, behind);
      if (frame === undefined) break;
      damaged += 1;
    }
    const more = countHits(frame.lines);
    if (hits > 0 && hits + more > limit) break;
    hits += more;
    for (const line of frame.lines) lines.push(line);
    end = frame.end;
  }
  return { lines, hits, end, damaged };
}

export type Survey = { end: number; records: number; times: Times | undefined };

/** How far a segment of an earlier process has whole frames, how many records they have, and the time of the first. */
export function surveySegment(content: Buffer): Survey {
  let end = 0;
  let records = 0;
  let times: Times | undefined;
  for (;;) {
    const frame = readFrames(content.subarray(end), 1);
    if (frame.end === 0) return { end, records, times };
    times = span(times, timesOfLines(frame.lines));
    records += frame.hits;
    end += frame.end;
  }
}

function countHits(lines: readonly string[]): number {
  let hits = 0;
  for (const line of lines) if (isHitLine(line)) hits += 1;
  return hits;
}
