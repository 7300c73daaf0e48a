import type { Context } from '../src/context.ts';
import type { People } from './people.ts';

/** Puts terms, products and placements on the shelves of the test world, through the product's services. */
export async function stockShelves(_ctx: Context, _people: People): Promise<void> {}
