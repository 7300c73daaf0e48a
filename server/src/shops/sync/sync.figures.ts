import * as z from 'zod/mini';

const count = z._default(z.int(), 0);

/** What a pass found and did. `reasons`: the first of the products that were skipped. */
export const syncFigures = z.object({
  seen: count,
  added: count,
  changed: count,
  unchanged: count,
  archived: count,
  skipped: count,
  reasons: z._default(z.array(z.object({ sku: z.string(), reason: z.string() })), []),
  codes: count,
  codes_ended: count,
});
export type SyncFigures = z.output<typeof syncFigures>;

const mostReasons = 20;

/** Adds those of a page. */
export function addFigures(so: SyncFigures, more: Partial<SyncFigures>): SyncFigures {
  return {
    seen: so.seen + (more.seen ?? 0),
    added: so.added + (more.added ?? 0),
    changed: so.changed + (more.changed ?? 0),
    unchanged: so.unchanged + (more.unchanged ?? 0),
    archived: so.archived + (more.archived ?? 0),
    skipped: so.skipped + (more.skipped ?? 0),
    reasons: [...so.reasons, ...(more.reasons ?? [])].slice(0, mostReasons),
    codes: so.codes + (more.codes ?? 0),
    codes_ended: so.codes_ended + (more.codes_ended ?? 0),
  };
}
