import type { Context } from '../context.ts';
import { readBytes } from './pictures.files.ts';
import { plainRows, type DataExport } from '../platform/data-export.ts';

/** Where a picture is in the export. */
export function pictureFile(code: string): string {
  return `pictures/${code}.webp`;
}

export const exportPictures: DataExport = async (_ctx, tx, person) => {
  const pictures = await tx
    .selectFrom('pictures')
    .select(['code', 'purpose', 'width', 'height', 'created_at'])
    .where('owner_id', '=', person.userId)
    .orderBy('created_at')
    .execute();
  return { pictures: plainRows(pictures.map((picture) => ({ ...picture, file: pictureFile(picture.code) }))) };
};

export async function pictureCodesOf(ctx: Context, userId: string): Promise<string[]> {
  const rows = await ctx.database.as({ role: 'app', creatorId: userId }, (tx) =>
    tx.selectFrom('pictures').select('code').where('owner_id', '=', userId).orderBy('created_at').execute(),
  );
  return rows.map(({ code }) => code);
}

/** Empty if the picture was removed meanwhile. */
export async function readPictureOf(ctx: Context, userId: string, code: string): Promise<Buffer> {
  return (await readBytes(ctx, { role: 'app', creatorId: userId }, code, userId)) ?? Buffer.alloc(0);
}
