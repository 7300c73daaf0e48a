// How a brand counts and pays, for its creators: the settings that concern them, and what of it changed in a year.
import type { BrandRules } from '@vitrine/contract/brand-settings.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { creatorsFields, presentChanges } from './brand-settings.service.ts';
import { listSettingChangesOf, readMerchant } from '../merchants/settings.ts';

const yearMs = 365 * 86_400_000;
const mostChanges = 100;

export async function readBrandRulesOf(ctx: Context, actor: Actor, account: string): Promise<BrandRules> {
  const { merchantId, creatorId } = await accessMerchantAccount(ctx, actor, account);
  const since = new Date(ctx.clock.now().getTime() - yearMs);
  const { row, changes } = await ctx.database.read({ role: 'app', merchantId, creatorId }, async (tx) => ({
    row: await readMerchant(tx, merchantId),
    changes: await listSettingChangesOf(tx, merchantId, { since, fields: creatorsFields, most: mostChanges }),
  }));
  return {
    attribution_window_days: row.window_days,
    attribution_model: row.attribution_model === 'first_click' ? 'first_click' : 'last_click',
    precedence: row.precedence === 'link' ? 'link' : 'code',
    return_window_days: row.return_days,
    terms_notice_days: row.notice_days,
    payout_minimum: toMoney(row.payout_minimum, row.currency),
    payout_schedule: row.payout_schedule === 'monthly' ? 'monthly' : 'on_request',
    duplicate_window_minutes: row.duplicate_minutes,
    changes: changes.map((change) => ({
      changed_at: change.changedAt.toISOString(),
      changes: presentChanges(change).filter(({ field }) => creatorsFields.includes(field)),
    })),
  };
}
