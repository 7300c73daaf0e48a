import * as z from 'zod/mini';

// The last entry of a backup: what is in it, and what it was made from.

/** Raised when an older version of the product can't read the file anymore. */
export const backupFormat = 1;

export const manifestName = 'manifest.json';

const manifestShape = z.object({
  format: z.literal(backupFormat),
  product: z.object({ version: z.string(), commit: z.nullable(z.string()) }),
  postgres: z.string(),
  /** ISO 8601: the moment of the snapshot. */
  takenAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** In an order in which foreign keys are satisfied. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** The last value that was used, as decimal text. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What the rows of hits need. A backup from before hits had partitions has none. */
  hitPartitions: z._default(
    z.array(z.object({ name: z.string(), from: z.nullable(z.string()), before: z.string() })),
    [],
  ),
  parts: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifestShape>;

/** Undefined if it isn't a manifest of this format. */
export function parseManifest(text: string): Manifest | undefined {
  const read = manifestShape.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
}
