import { crc32 } from 'node:zlib';

// A frame holds the hits of one group commit: the length of its lines, their checksum, then the lines. They
// reached the disk together and were acknowledged together, so a frame that was cut short held no click that
// anybody was told of.

export const frameHeaderBytes = 8;
/** Distinguishes this format from an older one and a frame from zeros. */
const seed = 0x56544a31;

/** Writes the frame at the start of `target` and answers its length; the lines must fit. */
export function writeFrame(target: Buffer, lines: readonly string[]): number {
  const length = target.write(lines.join('\n'), frameHeaderBytes, 'latin1');
  target.writeUInt32LE(length, 0);
  target.writeUInt32LE(crc32(target.subarray(frameHeaderBytes, frameHeaderBytes + length), seed), 4);
  return frameHeaderBytes + length;
}

export type JournalFrame = { lines: string[]; end: number };

/** The frame at an offset; undefined where there is none, or a damaged one. */
export function readFrame(source: Buffer, at: number): JournalFrame | undefined {
  const end = frameEnd(source, at);
  if (end === undefined || end > source.length) return undefined;
  const body = source.subarray(at + frameHeaderBytes, end);
  if (crc32(body, seed) !== source.readUInt32LE(at + 4)) return undefined;
  return { lines: body.toString('latin1').split('\n'), end };
}

/** Where the frame says that it ends, be it whole or not. */
export function frameEnd(source: Buffer, at: number): number | undefined {
  if (at + frameHeaderBytes > source.length) return undefined;
  const length = source.readUInt32LE(at);
  return length === 0 ? undefined : at + frameHeaderBytes + length;
}
