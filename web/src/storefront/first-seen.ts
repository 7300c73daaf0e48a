import { preload } from 'react-dom';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { imageSource } from '../format/images.ts';
import { layoutOf } from '../shell/layout.ts';

/** As many placements as this window shows before anybody scrolls: on a slow line every further one makes these late. */
export function seenFirst(): number {
  return layoutOf(window.innerWidth) === 'phone' ? 2 : 4;
}

/** Asks for their pictures as soon as it is known which they are: a browser would ask once they are drawn. */
export function askForFirstPictures(placements: readonly Placement[]): void {
  // What stands in no collection stands first.
  const inOrder = [false, true].flatMap((isGathered) =>
    placements.filter(({ collection_id: collection }) => (collection !== null) === isGathered),
  );
  for (const { product } of inOrder.slice(0, seenFirst())) {
    const source = imageSource(product.image);
    if (source) preload(source, { as: 'image' });
  }
}
