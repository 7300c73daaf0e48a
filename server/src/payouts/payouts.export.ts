import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { SentFile } from '../platform/http/serve.ts';
import type { BankAccount } from './bank.ts';
import { spreadsheetOf } from '../platform/csv.ts';
import { decimalText } from '../platform/money.text.ts';
import { listApproved } from './payouts.queries.ts';
import { requireDemandedFactor } from './payouts.steps.ts';

const head = [
  'payout',
  'creator',
  'account holder',
  'country',
  'iban',
  'routing number',
  'bic',
  'account number',
  'amount',
  'currency',
  'approved at',
];

/** Approved payouts with decrypted bank details. This is the only place that decrypts them, and every export is audited. */
export async function exportPayoutsOf(ctx: Context, actor: Actor, merchant: string): Promise<SentFile> {
  const brand = await accessBrand(ctx, actor, merchant);
  const { merchantId, slug } = brand;
  await requireDemandedFactor(ctx, actor, brand);
  const rows = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const approved = await listApproved(tx, merchantId);
    await audit(ctx, tx, actor, {
      action: 'payouts.exported',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { payouts: approved.map((payout) => payout.id) },
    });
    return approved;
  });
  const cells = rows.map((row) => {
    // We wrote this JSON ourselves when the details were entered, so its shape is known.
    const account = (row.sealed ? JSON.parse(ctx.sealer.open(row.sealed)) : {}) as Partial<BankAccount>;
    return [
      row.id,
      row.user_handle ?? '',
      account.holder ?? row.display_name,
      account.country ?? '',
      account.iban ?? '',
      account.routing ?? '',
      account.bic ?? '',
      account.account ?? '',
      { decimal: decimalText(row.amount, row.currency) },
      row.currency,
      row.approved_at?.toISOString() ?? '',
    ];
  });
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { name: `payouts-${slug}-${day}.csv`, bytes: spreadsheetOf(head, cells) };
}
