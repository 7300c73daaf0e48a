/** Deletes each storefront's readings after the earliest of some rows; parts of a `with`. */
export function lateReadingsOf(arrived: string): string {
  const later = (table: string, key: string) => `
    delete from ${table} where (${key}, at) in (
      select r.${key}, r.at from first_arrived f join ${table} r on r.merchant_account_id = f.merchant_account_id and r.at > f.at
      order by 1, 2 for update of r)`;
  return `
first_arrived as materialized (
  select merchant_account_id, min(at) as at from ${arrived} group by merchant_account_id order by merchant_account_id
),
unread as (${later('account_readings', 'merchant_account_id')}
),
unread_links as (${later('link_readings', 'link_id')}
)`;
}
