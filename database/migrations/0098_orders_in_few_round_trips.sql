-- An order is stored in one round trip together with its commit, so the database itself must end the transaction when
-- something of the order was reported before it came. The server then stores it statement by statement.
create function require_no_early_reports(merchant uuid, id text) returns void language plpgsql as $$
begin
  if early_reports_wait(merchant, id) then
    raise exception 'a refund or a cancellation waits for the order' using errcode = 'VT007';
  end if;
end $$;
revoke all on function require_no_early_reports(uuid, text) from public;
grant execute on function require_no_early_reports(uuid, text) to vitrine_app;

-- How many of an account's latest hits up to a moment are one visitor's. The hits are read in the order of their index:
-- sorting all hits of a busy creator's ten minutes, only to keep the latest, took two thirds of the time.
create function hits_of_visitor(
  p_merchant uuid, p_account uuid, p_visitor bytea, p_after timestamptz, p_until timestamptz, p_first uuid, p_before uuid, p_most integer
) returns integer language plpgsql stable set enable_sort to 'off' as $$
begin
  return (select count(*) filter (where l.visitor = p_visitor) from (
    select h.visitor from hits h
    where h.merchant_account_id = p_account and h.merchant_id = p_merchant and h.at > p_after and h.at <= p_until
      and h.id >= p_first and h.id < p_before
    order by h.at desc limit p_most) l);
end $$;
revoke all on function hits_of_visitor(uuid, uuid, bytea, timestamptz, timestamptz, uuid, uuid, integer) from public;
grant execute on function hits_of_visitor(uuid, uuid, bytea, timestamptz, timestamptz, uuid, uuid, integer) to vitrine_app;
