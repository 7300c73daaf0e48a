// The hosts of brands as the database knows them. For transactions with the system role.
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { ownHostsOf } from '../platform/public.address.ts';
import { type HostJudgement, judgeHost } from './host.rules.ts';

/** Whether a brand, or a new one, can have a host that it doesn't have yet. */
export async function judgeNewHost(
  ctx: Pick<Context, 'config'>,
  tx: Tx,
  merchantId: string | null,
  host: string,
): Promise<HostJudgement> {
  const rows = await tx
    .selectFrom('merchant_hosts')
    .innerJoin('merchants', 'merchants.id', 'merchant_hosts.merchant_id')
    .select(['merchant_hosts.host', 'merchant_hosts.merchant_id as merchantId', 'merchants.display_name as brand'])
    .orderBy('merchants.created_at')
    .execute();
  return judgeHost(host, {
    own: ownHostsOf(ctx.config).map((each) => each.replace(/:\d+$/, '')),
    current: rows.filter((row) => row.merchantId === merchantId).map((row) => row.host),
    others: rows.filter((row) => row.merchantId !== merchantId),
    production: ctx.config.production,
  });
}
