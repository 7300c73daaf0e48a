import type { Placement } from '@vitrine/contract/storefront.ts';
import { imageSource } from '../format/images.ts';
import { layoutOf } from '../frame/layout.ts';

/** As many placements as this window shows without scrolling; on a slow line each further picture delays these. */
export function seenFirst(): number {
  return layoutOf(window.innerWidth) === 'phone' ? 2 : 4;
}

/** The addresses of their pictures, in order. */
export function firstPictures(placements: readonly Placement[]): string[] {
  // Placements without a collection come first.
  const inOrder = [false, true].flatMap((isGathered) =>
    placements.filter(({ collection_id: collection }) => (collection !== null) === isGathered),
  );
  return inOrder.slice(0, seenFirst()).flatMap(({ product }) => imageSource(product.image) ?? []);
}
