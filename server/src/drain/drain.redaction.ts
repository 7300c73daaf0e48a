import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/**
 * A brand's hits lose what says who made them: network, address, language, referrer, country and browser. Their counts
 * stay. For transactions with the system role.
 */
export async function redactHits(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await sql`update hits set language = '', referrer = '', address_prefix = '', address = null, browser = null, country = '',
      user_agent = case when counted then user_agent else '' end
    where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(tx);
}
