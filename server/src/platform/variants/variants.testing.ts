import { fileURLToPath } from 'node:url';
import { readVariants } from './variant.file.ts';

/** The variants that the product ships with. */
export const shippedFolder = fileURLToPath(new URL('../../../../variants/', import.meta.url));
export const shippedVariants = readVariants(shippedFolder, 'general');
