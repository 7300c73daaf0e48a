-- Whether a creator bought through their own link is decided in the brand's scope, which sees neither people's email
-- addresses nor their browsers. This answers for the brand's own creators only, so that the decision on an order needs
-- no second transaction in the system's scope.
create function buyer_evidence(p_creators uuid[], p_browser bytea) returns table (user_id uuid, email text, owns_browser boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, exists (select from creator_browsers b where b.user_id = u.id and b.browser = p_browser)
  from users u
  where u.id = any(p_creators)
    and exists (select from merchant_accounts a where a.creator_id = u.id and a.merchant_id = scope_merchant());
$$;
revoke all on function buyer_evidence(uuid[], bytea) from public;
grant execute on function buyer_evidence(uuid[], bytea) to vitrine_app;
