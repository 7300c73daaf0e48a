import type { RosterFilter } from '@vitrine/contract/roster.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { foundAccounts } from './roster.views.ts';

/** Some creators, or all that a filter finds: one of both, as the contract checks. */
type Chosen = { merchant_account_ids?: string[] | undefined; filter?: RosterFilter | undefined };

/** One account that is not the brand's refuses all of them. */
export async function chosenAccounts(
  tx: Tx,
  merchantId: string,
  { merchant_account_ids: ids, filter }: Chosen,
  now: Date,
): Promise<string[]> {
  if (ids === undefined) return filteredAccounts(tx, merchantId, filter ?? {}, now);
  const known = ids.every(isId)
    ? await tx
        .selectFrom('merchant_accounts')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .where('id', 'in', ids)
        .execute()
    : [];
  if (known.length !== ids.length) throw new Refusal('not_found');
  return known.map(({ id }) => id);
}

function filteredAccounts(tx: Tx, merchantId: string, filter: RosterFilter, now: Date): Promise<string[]> {
  if (filter.group !== undefined && filter.group !== 'none' && !isId(filter.group))
    throw invalid('filter.group', 'must be the id of a group, or none for creators in no group');
  return foundAccounts(tx, merchantId, filter, now);
}
