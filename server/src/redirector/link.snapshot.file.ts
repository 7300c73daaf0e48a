import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { AccountImage, FeedPosition, LinkMerchant, TablePart } from './link.table.ts';

// The parts of a snapshot as frames: kind, length of the content and a checksum of all three, then the content. A frame
// is read and written at a time, so neither takes long or needs the table in memory twice.

export type SnapshotHead = {
  format: number;
  seed: number;
  position: FeedPosition | undefined;
  reachedCap: number | undefined;
};

export type SnapshotFrame = { kind: 'head'; head: SnapshotHead } | TablePart | { kind: 'end' };

const kinds = ['head', 'segment', 'merchants', 'accounts', 'end'] as const;
/** Kind u8, length u32, checksum u32. */
const prefixBytes = 9;
/** Depth u8, prefix u32, then the records. */
const segmentHeadBytes = 5;
/** Id 16 bytes, creator's id 16 bytes, place of the brand u32. */
const accountBytes = 36;

export function encodeFrame(frame: SnapshotFrame): Buffer {
  const content = contentOf(frame);
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt8(kinds.indexOf(frame.kind), 0);
  prefix.writeUInt32LE(
    content.reduce((sum, { length }) => sum + length, 0),
    1,
  );
  prefix.writeUInt32LE(sumOf([prefix.subarray(0, 5), ...content]), 5);
  return Buffer.concat([prefix, ...content]);
}

/** The frames of a file; ends early at the first one that is damaged. */
export async function* readFrames(file: FileHandle): AsyncGenerator<SnapshotFrame> {
  const { size } = await file.stat();
  for (let at = 0; at + prefixBytes <= size; ) {
    const prefix = await readAt(file, at, prefixBytes);
    const length = prefix.readUInt32LE(1);
    if (at + prefixBytes + length > size) return;
    const content = await readAt(file, at + prefixBytes, length);
    if (sumOf([prefix.subarray(0, 5), content]) !== prefix.readUInt32LE(5)) return;
    const frame = frameOf(kinds[prefix.readUInt8(0)], content);
    if (frame === undefined) return;
    yield frame;
    at += prefixBytes + length;
  }
}

/** Its own memory, because a segment keeps its records in it. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await file.read(buffer, { position });
  return buffer.subarray(0, bytesRead);
}

function sumOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => crc32(piece, sum), 0);
}

function contentOf(frame: SnapshotFrame): Buffer[] {
  switch (frame.kind) {
    case 'head':
      return [Buffer.from(JSON.stringify(frame.head))];
    case 'segment': {
      const head = Buffer.alloc(segmentHeadBytes);
      head.writeUInt8(frame.image.depth, 0);
      head.writeUInt32LE(frame.image.prefix, 1);
      return [head, frame.image.records];
    }
    case 'merchants':
      return [Buffer.from(JSON.stringify(frame.merchants))];
    case 'accounts':
      return frame.accounts.map(encodeAccount);
    default:
      return [];
  }
}

function frameOf(kind: SnapshotFrame['kind'] | undefined, content: Buffer): SnapshotFrame | undefined {
  switch (kind) {
    case 'head': {
      const head: SnapshotHead = JSON.parse(content.toString());
      return { kind, head };
    }
    case 'segment': {
      const image = { depth: content.readUInt8(0), prefix: content.readUInt32LE(1) };
      return { kind, image: { ...image, records: content.subarray(segmentHeadBytes) } };
    }
    case 'merchants': {
      const merchants: LinkMerchant[] = JSON.parse(content.toString());
      return { kind, merchants };
    }
    case 'accounts':
      return { kind, accounts: decodeAccounts(content) };
    case 'end':
      return { kind };
    default:
      return undefined;
  }
}

function encodeAccount({ id, creatorId, merchant }: AccountImage): Buffer {
  const bytes = Buffer.alloc(accountBytes);
  bytes.write((id + creatorId).replaceAll('-', ''), 'hex');
  bytes.writeUInt32LE(merchant, 32);
  return bytes;
}

function decodeAccounts(content: Buffer): AccountImage[] {
  return Array.from({ length: content.length / accountBytes }, (_, place) => {
    const at = place * accountBytes;
    return {
      id: uuidAt(content, at),
      creatorId: uuidAt(content, at + 16),
      merchant: content.readUInt32LE(at + 32),
    };
  });
}

function uuidAt(bytes: Buffer, at: number): string {
  const parts = [0, 4, 6, 8, 10].map((from, index, all) =>
    bytes.toString('hex', at + from, at + (all[index + 1] ?? 16)),
  );
  return parts.join('-');
}
