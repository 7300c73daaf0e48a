import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createProfileBook, decodeRecords, encodeRecords, type HitRecord } from '../hits/hit.record.ts';

// A frame: hits of one node and one partition as one message of the log. Its first line says the version, the name, the
// node, the number of hits and the checksum of the rest, which has the lines of the journal.

export type ClickFrame = { name: string; node: string; records: readonly HitRecord[] };

/** Why a message can't be read: it is damaged, or a newer version wrote it. */
export type UnreadableFrame = 'damaged' | 'newer';

const format = 'vitrine-clicks';
const version = 1;

/** From the hits alone, so that a frame that is sent again has the same name. */
export function nameOfFrame(partition: number, records: readonly HitRecord[]): string {
  const hash = createHash('sha256');
  for (const { clickId } of records) hash.update(clickId);
  return `${records[0]?.clickId ?? ''}-${records.length}-${partition}-${hash.digest('base64url').slice(0, 22)}`;
}

export function encodeClickFrame({ name, node, records }: ClickFrame): Uint8Array {
  const body = encodeRecords(records, createProfileBook()).join('\n');
  const checksum = crc32(Buffer.from(body, 'latin1'));
  return Buffer.from(`${[format, version, name, node, records.length, checksum].join('\0')}\n${body}`, 'latin1');
}

export function decodeFrame(message: Uint8Array): ClickFrame | UnreadableFrame {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const headEnd = bytes.indexOf('\n');
  const [of, written, name = '', node = '', count, checksum] = bytes.toString('latin1', 0, headEnd).split('\0');
  if (headEnd === -1 || of !== format) return 'damaged';
  if (Number(written) > version) return 'newer';
  const body = bytes.subarray(headEnd + 1);
  if (crc32(body) !== Number(checksum)) return 'damaged';
  const records = decodeRecords(body.toString('latin1').split('\n'), new Map());
  return records.length === Number(count) ? { name, node, records } : 'damaged';
}

export type FramePart = { partition: number; records: HitRecord[] };

/** Hits by partition, in parts of at most `most`. */
export function framePartsOf(
  records: readonly HitRecord[],
  partitionOfHit: (record: HitRecord) => number,
  most: number,
): FramePart[] {
  const open = new Map<number, FramePart>();
  const parts: FramePart[] = [];
  for (const record of records) {
    const partition = partitionOfHit(record);
    let part = open.get(partition);
    if (part === undefined || part.records.length >= most) {
      part = { partition, records: [] };
      open.set(partition, part);
      parts.push(part);
    }
    part.records.push(record);
  }
  return parts;
}
