import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/**
 * Hits lose what says who made them: network, address, language, referrer and browser, and by `also` more. The user
 * agent stays with a click that counted, because its class is computed from it. What remains is the hit's own, and its
 * profile is used by no new hit and goes when no other has it.
 */
export async function clearHits(tx: Tx, which: RawBuilder<boolean>, also = sql``): Promise<void> {
  await sql`with old as materialized (
      select h.id, h.profile, shared.user_agent from hits h left join hit_profiles shared on shared.id = h.profile
      where ${which} for update of h
    ), cleared as (
      update hits h set own_language = '', own_referrer = '', address_prefix = '', address = null, browser = null, profile = 0,
        own_user_agent = case when counted then own_user_agent || coalesce(old.user_agent, '') else '' end ${also}
      from old where h.id = old.id
    )
    update hit_profiles set is_current = false, due_at = clock_timestamp()
    where id in (select profile from old where profile <> 0)`.execute(tx);
}

/**
 * A brand's hits lose their country as well, unless they counted: the figures by country have them, and would no longer
 * agree with the hits. For transactions with the system role.
 */
export async function redactHits(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await clearHits(
    tx,
    sql`h.merchant_id = ${merchantId} and h.id = any(${[...ids]}::uuid[])`,
    sql`, country = case when counted then country else '' end`,
  );
}
