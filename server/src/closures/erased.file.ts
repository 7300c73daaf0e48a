// The list of erased accounts in DATA_DIR, with their ids and times only. It is no part of the database, so it survives a
// restore to a moment before an erasure, and the accounts are erased again.
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/folder.ts';
import { isId } from '../platform/ids.ts';

export const erasedFile = 'erased-accounts.jsonl';

export type ErasedAccount = { userId: string; at: string };
/** `faults` names each damaged line. */
export type ErasedAccounts = { accounts: ErasedAccount[]; faults: string[] };

const newline = 10;

/** Adds accounts, on disk when it returns. A line that a crash cut off doesn't spoil the next one. */
export async function addToErasedFile(dataDir: string, accounts: readonly ErasedAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  makeFolder(dataDir, 0o700);
  await using file = await open(join(dataDir, erasedFile), 'a+', 0o600);
  const { size } = await file.stat();
  const { buffer } = size > 0 ? await file.read(Buffer.alloc(1), 0, 1, size - 1) : { buffer: undefined };
  const start = buffer && buffer[0] !== newline ? '\n' : '';
  await file.appendFile(start + accounts.map(({ userId, at }) => `${JSON.stringify({ user: userId, at })}\n`).join(''));
  await file.sync();
}

function parseLine(line: string): ErasedAccount | undefined {
  try {
    const { user, at } = Object(JSON.parse(line));
    return typeof user === 'string' && isId(user) && typeof at === 'string' && !Number.isNaN(Date.parse(at))
      ? { userId: user, at }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Reads such a file; each account once, with its first time. */
export async function readErasedFile(path: string): Promise<ErasedAccounts> {
  const accounts = new Map<string, ErasedAccount>();
  const faults: string[] = [];
  for (const [index, line] of (await readFile(path, 'utf8')).split('\n').entries()) {
    if (line === '') continue;
    const account = parseLine(line);
    if (!account) faults.push(`${path}, line ${index + 1}: not an erased account, so it is skipped`);
    else if (!accounts.has(account.userId)) accounts.set(account.userId, account);
  }
  return { accounts: [...accounts.values()], faults };
}

/** The list of a data folder; empty if nothing was erased here. */
export async function readErasedAccounts(dataDir: string): Promise<ErasedAccounts> {
  try {
    return await readErasedFile(join(dataDir, erasedFile));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { accounts: [], faults: [] };
    throw error;
  }
}
