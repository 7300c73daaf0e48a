const dayMs = 86_400_000;
/** How long a brand has to decide on a hold: long enough for a monthly routine. */
const decisionDays = 30;

/** When a hold ends on its own: never before the commission would have become available anyway. */
export function holdExpiry(heldAt: Date, maturesAt: Date): Date {
  return new Date(Math.max(heldAt.getTime() + decisionDays * dayMs, maturesAt.getTime()));
}

/** The date to show for a commission; none if it isn't on hold. */
export function holdExpiryOf(row: { held_reason: string | null; hold_expires_at: Date | null }): string | null {
  return row.held_reason === null ? null : (row.hold_expires_at?.toISOString() ?? null);
}
