// The analytics of one creator for the brand, in the brand's time zone.
import type { RangeInput } from './analytics.range.ts';
import type { CreatorFigures } from '@vitrine/contract/roster.ts';
import type { Context } from '../context.ts';
import type { AccountAccess } from '../creators/creators.access.ts';
import { rangeOf } from './analytics.range.ts';
import { linkRows, productRows } from './analytics.rows.ts';
import { overviewIn } from './analytics.service.ts';

const best = 5;

/** Runs in the scope of the brand and this creator. */
export async function figuresOfCreator(
  ctx: Context,
  account: AccountAccess,
  { timeZone, since }: { timeZone: string; since: Date },
  input: RangeInput,
): Promise<CreatorFigures> {
  const now = ctx.clock.now();
  const range = rangeOf(now, timeZone, input);
  const scope = { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
  return ctx.database.read(scope, async (tx) => {
    const {
      range: shown,
      now: sums,
      before,
      series,
    } = await overviewIn(ctx, { tx, account, range, since, now }, false);
    const products = await productRows(ctx, tx, account, range);
    const { links } = await linkRows(ctx, tx, account, { span: range, most: best });
    return { range: shown, now: sums, before, series, products: products.slice(0, best), links: links.slice(0, best) };
  });
}
