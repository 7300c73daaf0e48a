-- Rates by tier, caps, and rules for new customers only. They are in `parameters`, in the form of the contract. A node of
-- the previous release refuses parameters that it does not know, so it decides nothing by a rule that it would misread.
create function is_money(p_money jsonb) returns boolean language sql immutable parallel safe as $$
  select coalesce(jsonb_typeof(p_money) = 'object' and p_money - array['amount', 'currency'] = '{}'
    and jsonb_typeof(p_money -> 'amount') = 'string' and p_money ->> 'amount' ~ '^(0|[1-9][0-9]{0,15})$'
    and p_money ->> 'currency' ~ '^[A-Z]{3}$', false) $$;

-- One to ten tiers. Thresholds of money are `is_money`, others whole numbers; both they and the rates rise.
create function are_tiers(p_base integer, p_tiers jsonb, p_by_money boolean) returns boolean
  language sql immutable parallel safe as $$
  select coalesce(jsonb_typeof(p_tiers) = 'array' and jsonb_array_length(p_tiers) between 1 and 10 and (
    select bool_and(coalesce(threshold > before_it and rate > rate_before and rate <= 10000, false)) from (
      select threshold, lag(threshold, 1, 0) over (order by place) as before_it,
        rate, lag(rate, 1, p_base::numeric) over (order by place) as rate_before
      from (
        select place, case when jsonb_typeof(tier -> 'rate') = 'number' then (tier ->> 'rate')::numeric end as rate,
          case
            when tier - array['from', 'rate'] <> '{}' then null
            when p_by_money then case when is_money(tier -> 'from') then (tier -> 'from' ->> 'amount')::numeric end
            when jsonb_typeof(tier -> 'from') = 'number' then (tier ->> 'from')::numeric
          end as threshold
        from jsonb_array_elements(p_tiers) with ordinality as each(tier, place)
      ) as read
    ) as compared), false) $$;

-- What a rate of any kind can also have.
create function are_rate_limits(p_parameters jsonb) returns boolean language sql immutable parallel safe as $$
  select coalesce((not p_parameters ? 'max_per_order' or is_money(p_parameters -> 'max_per_order'))
    and (not p_parameters ? 'max_per_month' or is_money(p_parameters -> 'max_per_month'))
    and (not p_parameters ? 'new_customers_only' or p_parameters -> 'new_customers_only' = 'true'), false) $$;

create or replace function is_rate(p_kind text, p_rate integer, p_amount bigint, p_parameters jsonb) returns boolean
  language sql immutable parallel safe as $$
  select coalesce(are_rate_limits(p_parameters) and case p_kind
    when 'percentage' then p_rate between 0 and 10000 and p_amount is null
      and p_parameters - array['max_per_order', 'max_per_month', 'new_customers_only'] = '{}'
    when 'flat' then p_rate is null and p_amount >= 0
      and p_parameters - array['max_per_order', 'max_per_month', 'new_customers_only'] = '{}'
    when 'sales_tiers' then p_rate between 1 and 10000 and p_amount is null
      and p_parameters - array['max_per_order', 'max_per_month', 'new_customers_only', 'tiers'] = '{}'
      and are_tiers(p_rate, p_parameters -> 'tiers', true)
    when 'order_tiers' then p_rate between 1 and 10000 and p_amount is null
      and p_parameters - array['max_per_order', 'max_per_month', 'new_customers_only', 'tiers'] = '{}'
      and are_tiers(p_rate, p_parameters -> 'tiers', false)
  end, false) $$;
