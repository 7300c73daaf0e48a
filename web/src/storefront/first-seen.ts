import { preload } from 'react-dom';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { imageSource } from '../format/images.ts';

/** As many placements as a window shows before anybody scrolls. */
export const seenFirst = 4;

/** As many of them as a phone's window shows: on a slow line every further picture makes these come later. */
const seenOnPhone = 2;

/** Asks for their pictures as soon as it is known which they are: a browser would ask once they are drawn. */
export function askForFirstPictures(placements: readonly Placement[]): void {
  // What stands in no collection stands first.
  const loose = placements.filter(({ collection_id: collection }) => collection === null);
  for (const { product } of (loose.length > 0 ? loose : placements).slice(0, seenOnPhone)) {
    const source = imageSource(product.image);
    if (source) preload(source, { as: 'image' });
  }
}
