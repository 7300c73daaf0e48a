-- A rule can be for a group of creators, and have a first and a last moment. Dates are in `parameters`, as `limits`: a
-- node of the previous release refuses parameters that it does not know, so it decides nothing by a rule that it would
-- misread. A rule for a group has limits too, even without dates.
alter table terms_rules add column group_id uuid;
alter table terms_rules add constraint terms_rules_group_fk foreign key (merchant_id, group_id)
  references creator_groups (merchant_id, id);
create index terms_rules_group_idx on terms_rules (merchant_id, group_id) where group_id is not null;

create function is_rule_limits(p_limits jsonb) returns boolean language sql immutable parallel safe as $$
  select p_limits is null or coalesce(jsonb_typeof(p_limits) = 'object'
    and p_limits - array['starts_at', 'ends_at'] = '{}'
    and jsonb_typeof(coalesce(p_limits -> 'starts_at', '""')) = 'string'
    and jsonb_typeof(coalesce(p_limits -> 'ends_at', '""')) = 'string', false) $$;
alter table terms_rules drop constraint terms_rules_rate_check;
alter table terms_rules add constraint terms_rules_rate_check check (is_rate(kind, rate, amount, parameters - 'limits'));
alter table terms_rules add constraint terms_rules_limits_check check (is_rule_limits(parameters -> 'limits'));
alter table terms_rules add constraint terms_rules_group_check
  check (group_id is null or (merchant_account_id is null and parameters ? 'limits'));

-- What creators are still to be told: a version of the terms, or the move of a creator to another group, by which they
-- earn less from a later day. A row is deleted as soon as everybody was told.
create table rate_notices (
  merchant_id uuid not null,
  id uuid not null,
  version integer,
  move_id uuid,
  noted_at timestamptz not null,
  -- The last creator who was told, in the order of their ids.
  told_up_to uuid,
  primary key (merchant_id, id),
  constraint rate_notices_version_fk foreign key (merchant_id, version) references terms_versions (merchant_id, version),
  constraint rate_notices_move_fk foreign key (merchant_id, move_id) references group_moves (merchant_id, id),
  constraint rate_notices_cause_check check (num_nonnulls(version, move_id) = 1)
);
create index rate_notices_noted_at_idx on rate_notices (noted_at);
create index rate_notices_version_idx on rate_notices (merchant_id, version);
create index rate_notices_move_idx on rate_notices (merchant_id, move_id);
select protect('rate_notices', 'brand_only(merchant_id)');
grant insert on rate_notices to vitrine_app;

-- A move that takes effect later does so because the creator earns less by it.
create function note_later_moves() returns trigger language plpgsql as $$
begin
  insert into rate_notices (merchant_id, id, move_id, noted_at)
    select m.merchant_id, m.id, m.id, m.created_at from new_moves m where m.effective_at > m.created_at;
  return null;
end $$;
create trigger note_later_moves after insert on group_moves referencing new table as new_moves
  for each statement execute function note_later_moves();
