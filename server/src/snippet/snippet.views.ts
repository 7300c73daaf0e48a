import { formerParametersOf } from '../merchants/settings.ts';
import type { Tx } from '../platform/database/database.ts';

type SnippetBrand = { parameter: string; former: string[]; days: number; project: string; hosts: string[] };

export async function snippetSettingsOf(tx: Tx, merchantId: string, now: Date): Promise<SnippetBrand> {
  const brand = await tx
    .selectFrom('merchants')
    .select(['click_parameter as parameter', 'window_days as days', 'project_key as project'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const hosts = await tx.selectFrom('merchant_hosts').select('host').where('merchant_id', '=', merchantId).execute();
  const parameter = { id: merchantId, current: brand.parameter, windowDays: brand.days };
  const former = (await formerParametersOf(tx, parameter, now)).map(({ name }) => name);
  return { ...brand, former, hosts: hosts.map(({ host }) => host) };
}
