import { inflateRawSync } from 'node:zlib';
import { exportEverything } from '@vitrine/contract/settings.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import type { Client } from '../world/client.ts';
import { demoPassword } from '../world/people.ts';
import { granted } from '../world/shelves.ts';

export type Exported = {
  format: string;
  version: number;
  parts: Record<string, Record<string, unknown>[]>;
  /** The other files, by name. */
  files: Map<string, Buffer>;
};

const directoryEntry = 0x02014b50;

/** The files of a ZIP, read from its central directory (APPNOTE 4.3.12). */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(zip.length - 22 + 16);
  while (zip.readUInt32LE(at) === directoryEntry) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + size);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), method === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + name + extra + comment;
  }
  return files;
}

/** Exports everything of a user with their password. */
export async function exportData(client: Client): Promise<Exported> {
  const { proof } = granted(await client.call(stepUp, { body: { password: demoPassword } }));
  const sent: unknown = granted(await client.call(exportEverything, { body: { proof } }));
  if (!Buffer.isBuffer(sent)) throw new Error('the export is no file');
  const files = unzip(sent);
  return { ...JSON.parse(files.get('data.json')?.toString() ?? ''), files };
}
