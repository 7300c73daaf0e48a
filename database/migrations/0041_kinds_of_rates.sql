-- A rule's rate is its kind and the values of that kind. Values other than rate and amount are in parameters, in the
-- form that the API writes them, so that a new kind needs no new column: its migration replaces is_rate.
alter table terms_rules add column parameters jsonb not null default '{}';
comment on column terms_rules.rate is 'parts per 10,000 of a line''s price after discount';
comment on column terms_rules.amount is 'minor units of the brand''s currency';

-- Which values each kind has. A kind that is not named here is refused.
create function is_rate(p_kind text, p_rate integer, p_amount bigint, p_parameters jsonb) returns boolean
  language sql immutable parallel safe as $$
  select coalesce(case p_kind
    when 'percentage' then p_rate between 0 and 10000 and p_amount is null and p_parameters = '{}'
    when 'flat' then p_rate is null and p_amount >= 0 and p_parameters = '{}'
  end, false) $$;

alter table terms_rules
  drop constraint terms_rules_kind_check,
  drop constraint terms_rules_rate_check,
  drop constraint terms_rules_amount_check,
  drop constraint terms_rules_kind_has_value,
  add constraint terms_rules_rate_check check (is_rate(kind, rate, amount, parameters));
