import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Files, FilesError } from '../platform/files/files.ts';
import { objectOf, pictureFolder, readObject } from './pictures.files.ts';

/** So many pictures are read whole. Of the others, the size is compared. */
const readWhole = 20;

type StoredObject = { code: string; hash: Buffer; size: number };

/** Compares the pictures in S3 with their rows. `faults` says what is wrong and what would be right. */
export async function verifyPictures(
  ctx: Pick<Context, 'database' | 'files'>,
): Promise<{ inS3: number; inDatabase: number; faults: string[] }> {
  const { stored, inDatabase } = await readRows(ctx);
  return { inS3: stored.length, inDatabase, faults: await faultsOf(ctx.files, stored) };
}

function readRows({ database }: Pick<Context, 'database'>): Promise<{ stored: StoredObject[]; inDatabase: number }> {
  return database.as({ role: 'system' }, async (tx) => {
    const stored = await sql<StoredObject>`
      select code, hash, size from pictures where bytes is null order by id desc`.execute(tx);
    const others = await sql<{ count: number }>`
      select count(*)::int as count from pictures where bytes is not null`.execute(tx);
    return { stored: stored.rows, inDatabase: others.rows[0]?.count ?? 0 };
  });
}

async function faultsOf(files: Files | undefined, stored: readonly StoredObject[]): Promise<string[]> {
  if (stored.length === 0) return [];
  if (!files)
    return [`${stored.length} pictures are in S3, but FILES is not set. Set it as it was, so that they can be shown.`];
  const sizes = new Map<string, number>();
  for await (const { name, bytes } of files.list(pictureFolder)) sizes.set(name, bytes);
  const damaged = new Set(
    stored.filter(({ code, size }) => sizes.get(objectOf(code)) !== size).map(({ code }) => code),
  );
  for (const one of stored.slice(0, readWhole)) if (await isDamaged({ files }, one)) damaged.add(one.code);
  const [first] = damaged;
  if (first === undefined) return [];
  return [
    `${damaged.size} of ${stored.length} pictures are missing or altered in ${files.place}, like ${objectOf(first)}. Restore these objects from a copy or an earlier version.`,
  ];
}

async function isDamaged(ctx: Pick<Context, 'files'>, { code, hash, size }: StoredObject): Promise<boolean> {
  try {
    await readObject(ctx, code, { hash, size });
    return false;
  } catch (error) {
    if (error instanceof FilesError && error.fault === 'missing') return true;
    throw error;
  }
}
