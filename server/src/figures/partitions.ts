import { crc32 } from 'node:zlib';

// The storefronts in parts. Rows of figures belong to one storefront, so transactions of different parts never write
// the same row.

export const partitions = 16;

/** The part of a storefront. All versions must agree, because the lock is taken by it. */
export function partitionOf(accountId: string): number {
  return crc32(accountId.replaceAll('-', '').toLowerCase()) % partitions;
}
