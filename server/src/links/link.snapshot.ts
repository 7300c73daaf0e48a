import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Log } from '../platform/log.ts';
import { syncFolder } from './journal.segments.ts';
import type { LinkMerchant, LinkTable } from './link.table.ts';

// The table on this node's disk, for a start while the database is down. A reader finds a whole file or none: it is
// written aside, brought to the disk and renamed, and its last line counts and sums what stands before.

const format = 1;
const linesAtOnce = 2_000;

type Header = {
  format: number;
  merchants: LinkMerchant[];
  accounts: [id: string, creatorId: string, merchant: number][];
};
type Line = [code: string, id: string, account: number, destination: string, disabled: 0 | 1, version: number];
type End = { end: number; crc: number };

export async function writeSnapshot(path: string, table: LinkTable): Promise<void> {
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    let crc = 0;
    let count = 0;
    let text = '';
    const write = async (): Promise<void> => {
      crc = crc32(text, crc);
      await file.write(text);
      text = '';
    };
    const { header, accounts } = headerOf(table);
    text = `${JSON.stringify(header)}\n`;
    for (const link of table.links()) {
      const account = accounts.get(link.account.id);
      // An account that came up while the file is written is in the next file, with its links.
      if (account === undefined) continue;
      const line: Line = [link.code, link.id, account, link.destination, link.disabled ? 1 : 0, link.version];
      text += `${JSON.stringify(line)}\n`;
      count += 1;
      if (count % linesAtOnce === 0) await write();
    }
    await write();
    await file.write(`${JSON.stringify({ end: count, crc } satisfies End)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Fills the table; the number of links, or undefined when there is no whole snapshot. */
export async function readSnapshot(path: string, table: LinkTable): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const body = text.lastIndexOf('\n', text.length - 2) + 1;
  if (body === 0) return undefined;
  try {
    const end: End = JSON.parse(text.slice(body));
    const lines = text.slice(0, body);
    if (crc32(lines) !== end.crc) return undefined;
    return await readLines(lines, table);
  } catch {
    return undefined;
  }
}

async function readLines(text: string, table: LinkTable): Promise<number | undefined> {
  let at = text.indexOf('\n');
  const header: Header = JSON.parse(text.slice(0, at));
  if (header.format !== format) return undefined;
  for (const merchant of header.merchants) table.setMerchant(merchant);
  let count = 0;
  while (at < text.length - 1) {
    const next = text.indexOf('\n', at + 1);
    const [code, id, account, destination, disabled, version]: Line = JSON.parse(text.slice(at + 1, next));
    const [merchantAccountId, creatorId, merchant] = header.accounts[account] ?? ['', '', -1];
    const merchantId = header.merchants[merchant]?.id ?? '';
    table.setLink({
      code,
      id,
      merchantId,
      merchantAccountId,
      creatorId,
      destination,
      disabled: disabled === 1,
      version,
    });
    count += 1;
    at = next;
    if (count % linesAtOnce === 0) await breathe();
  }
  return count;
}

function headerOf(table: LinkTable): { header: Header; accounts: Map<string, number> } {
  const merchants = Array.from(table.merchants());
  const merchantPlaces = new Map(merchants.map((merchant, place) => [merchant.id, place]));
  const accounts = new Map<string, number>();
  const header: Header = { format, merchants, accounts: [] };
  for (const { account } of table.links()) {
    if (accounts.has(account.id)) continue;
    accounts.set(account.id, header.accounts.length);
    header.accounts.push([account.id, account.creatorId, merchantPlaces.get(account.merchant.id) ?? -1]);
  }
  return { header, accounts };
}

const longestPauseMs = 30_000;
const shortestPauseMs = 1_000;

export type Snapshots = { stop(): Promise<void> };

/**
 * Writes the snapshot whenever the table has changed: a small table within a second or so, a large one at most every
 * half minute, so that writing takes no more than a hundredth of the time. Once more at the end.
 */
export function keepSnapshots(options: {
  dataDir: string;
  table: LinkTable;
  log: Log;
  /** The table's revision that the file holds, -1 when there is none. */
  written: number;
}): Snapshots {
  const { table, log } = options;
  const path = snapshotPath(options.dataDir);
  let { written } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const writeIfChanged = async (): Promise<number> => {
    const revision = table.revision();
    if (revision === written) return 0;
    const startedAt = performance.now();
    try {
      await writeSnapshot(path, table);
      written = revision;
    } catch (error) {
      await rm(`${path}.${process.pid}.draft`, { force: true }).catch(() => undefined);
      log.warn({ error: String(error) }, 'link snapshot not written');
    }
    return performance.now() - startedAt;
  };

  let last: Promise<unknown> = Promise.resolve();
  const schedule = (pauseMs: number): void => {
    timer = setTimeout(() => {
      last = writeIfChanged().then((tookMs) => {
        if (!isStopped) schedule(Math.min(Math.max(tookMs * 100, shortestPauseMs), longestPauseMs));
      });
    }, pauseMs);
  };
  schedule(shortestPauseMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await last;
      await writeIfChanged();
    },
  };
}

export function snapshotPath(dataDir: string): string {
  return join(dataDir, 'links.snapshot');
}
