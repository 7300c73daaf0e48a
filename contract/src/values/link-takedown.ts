import * as z from 'zod/mini';
import { takedownCategories } from './takedown-categories.ts';

/** Why a link is taken down now, for its creator. */
export const linkTakedown = z.strictObject({ category: z.enum(takedownCategories), reason: z.string() });
export type LinkTakedown = z.output<typeof linkTakedown>;
