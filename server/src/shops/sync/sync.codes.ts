import type { Context } from '../../context.ts';
import { endAssignedCodes } from '../../merchants/merchants.service.ts';
import type { Tx } from '../../platform/database/database.ts';
import { assignedButOver, markGone, noteCodes, type ShopCode } from './codes.queries.ts';
import { addFigures, type SyncFigures } from './sync.figures.ts';
import { PassMoved, type Step } from './sync.pages.ts';
import { advanceSync, type SyncKey } from './sync.queries.ts';

type Discount = {
  title?: string | undefined;
  status?: string | undefined;
  endsAt?: string | null | undefined;
  codes?: { nodes: readonly { code: string }[] } | undefined;
};

/** As codes are assigned; others can't be. */
const assignable = /^[A-Z0-9_-]{2,40}$/;
const statuses: Record<string, ShopCode['status']> = { ACTIVE: 'active', SCHEDULED: 'scheduled', EXPIRED: 'expired' };

function codesIn(discounts: readonly Discount[]): ShopCode[] {
  const codes = new Map<string, ShopCode>();
  for (const { title = '', status = '', endsAt, codes: of } of discounts)
    for (const { code: sent } of of?.nodes ?? []) {
      const code = sent.trim().toUpperCase();
      const ends = endsAt == null || Number.isNaN(Date.parse(endsAt)) ? null : new Date(endsAt);
      const about = { code, title: title.trim().slice(0, 200).toWellFormed(), endsAt: ends };
      if (assignable.test(code)) codes.set(code, { ...about, status: statuses[status] ?? 'expired' });
    }
  return [...codes.values()];
}

/** Stores a page of discount codes. */
export async function storeCodesPage(
  ctx: Context,
  key: SyncKey,
  { row, pass, figures, dueAt }: Step,
  page: { discounts: readonly Discount[]; next: string | null },
): Promise<SyncFigures> {
  const codes = codesIn(page.discounts);
  const after = addFigures(figures, { codes: codes.length });
  await ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
    await noteCodes(tx, key, pass, codes);
    if (page.next === null) return;
    const to = { phase: 'codes', cursor: page.next, figures: JSON.stringify(after), dueAt };
    if (!(await advanceSync(tx, key, row, to))) throw new PassMoved();
  });
  return after;
}

/** Ends the codes of creators that ended in the shop, after a complete pass. One that works again there stays ended here. */
export async function endCodesThatAreOver(ctx: Context, tx: Tx, key: SyncKey, pass: string): Promise<number> {
  await markGone(tx, key, pass);
  return endAssignedCodes(ctx, tx, key.merchantId, await assignedButOver(tx, key));
}
