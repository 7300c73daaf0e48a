// Picture, products and text of announcements and drafts, as they are stored and as they are shown.
import type { AnnouncedProduct } from '@vitrine/contract/announcements.ts';
import type { RichText } from '@vitrine/contract/values/rich-text.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';

/** Pictures from before had no text. */
export type StoredPicture = { path: string; width: number; height: number; alt?: string };

/** Only this domain writes the columns, so their shapes are known. */
export const storedPicture = (value: unknown) => value as StoredPicture | null;
export const storedContent = (value: unknown) => value as RichText | null;

export function presentPicture(ctx: Pick<Context, 'config'>, value: unknown) {
  const picture = storedPicture(value);
  return picture && { ...picture, alt: picture.alt ?? '', url: publicAddress(ctx.config.publicUrl, picture.path) };
}

/** Products by their ids, as far as the scope sees them. */
export async function announcedProducts(
  ctx: Pick<Context, 'config'>,
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, AnnouncedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'title', 'image', 'url', 'archived_at'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ id, title, image, url, archived_at: archivedAt }) => [
      id,
      { id, title, image: publicAddress(ctx.config.publicUrl, image), url, archived: archivedAt !== null },
    ]),
  );
}

/** In the order in which they were chosen. */
export function inOrder<Product>(ids: readonly string[], found: ReadonlyMap<string, Product>): Product[] {
  return ids.flatMap((id) => found.get(id) ?? []);
}
