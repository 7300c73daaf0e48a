import { crc32 } from 'node:zlib';

// A frame contains the hits of one group commit: the length of its lines, their checksum, then the lines. They were
// synced together and acknowledged together, so a truncated frame contains no acknowledged click.

export const frameHeaderBytes = 8;
/** Distinguishes this format from an older one, and a frame from zeros. */
const seed = 0x56544a31;

/** Writes the frame at the start of `target` and returns its length; the lines must fit. */
export function writeFrame(target: Buffer, lines: readonly string[]): number {
  const length = target.write(lines.join('\n'), frameHeaderBytes, 'latin1');
  target.writeUInt32LE(length, 0);
  target.writeUInt32LE(crc32(target.subarray(frameHeaderBytes, frameHeaderBytes + length), seed), 4);
  return frameHeaderBytes + length;
}

export type JournalFrame = { lines: string[]; end: number };

/** The frame at an offset; undefined if there is none, or a damaged one. */
export function readFrame(source: Buffer, at: number): JournalFrame | undefined {
  const end = frameEnd(source, at);
  if (end === undefined || end > source.length) return undefined;
  const body = source.subarray(at + frameHeaderBytes, end);
  if (crc32(body, seed) !== source.readUInt32LE(at + 4)) return undefined;
  return { lines: body.toString('latin1').split('\n'), end };
}

/** Where the frame ends by its header, whether it is complete or not. */
export function frameEnd(source: Buffer, at: number): number | undefined {
  if (at + frameHeaderBytes > source.length) return undefined;
  const length = source.readUInt32LE(at);
  return length === 0 ? undefined : at + frameHeaderBytes + length;
}
