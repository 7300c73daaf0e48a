-- Why a creator can't work: an operator suspends them at all brands, or a brand pauses them in its own program. Each is a
-- row, with what the creator says against it and what came of that. While it lasts, `account_periods` has a period for
-- each account that it is about, which decides what clicks earn.
create table suspensions (
  id uuid primary key,
  creator_id uuid not null constraint suspensions_creator_fk references users (id),
  -- Null: by an operator, at all brands.
  merchant_id uuid,
  merchant_account_id uuid,
  category text not null constraint suspensions_category_check
    check (category in ('fraud', 'self_purchases', 'content', 'abuse', 'legal', 'other')),
  -- The creator reads it.
  reason text not null,
  started_at timestamptz not null,
  started_by uuid constraint suspensions_started_by_fk references users (id),
  object_until timestamptz not null,
  objection text,
  objected_at timestamptz,
  -- Without an answer until then, the suspension ends.
  due_at timestamptz,
  objection_state text constraint suspensions_objection_state_check
    check (objection_state in ('open', 'accepted', 'rejected', 'lapsed')),
  answer text,
  answered_by uuid constraint suspensions_answered_by_fk references users (id),
  answered_at timestamptz,
  ended_at timestamptz,
  ended_by uuid constraint suspensions_ended_by_fk references users (id),
  outcome text constraint suspensions_outcome_check check (outcome in ('lifted', 'accepted', 'lapsed')),
  end_reason text,
  constraint suspensions_account_fk foreign key (merchant_id, merchant_account_id, creator_id)
    references merchant_accounts (merchant_id, id, creator_id),
  constraint suspensions_place_check check ((merchant_id is null) = (merchant_account_id is null)),
  constraint suspensions_objected_check
    check (num_nulls(objection, objected_at, due_at, objection_state) in (0, 4)),
  constraint suspensions_answered_check
    check ((answered_at is null) = (objection_state is null or objection_state = 'open')),
  constraint suspensions_ended_check
    check ((ended_at is null) = (outcome is null) and not (ended_at is not null and objection_state = 'open'))
);
-- one at a time, of an operator and of each brand
create unique index suspensions_open_key on suspensions (creator_id, merchant_id) nulls not distinct where ended_at is null;
create index suspensions_creator_idx on suspensions (creator_id, started_at desc, id desc);
create index suspensions_started_idx on suspensions (started_at desc, id desc);
create index suspensions_account_idx on suspensions (merchant_id, merchant_account_id, started_at desc);
-- a brand's list, newest first
create index suspensions_objected_idx on suspensions (merchant_id, objected_at desc, id desc) where objected_at is not null;
create index suspensions_due_idx on suspensions (due_at) where objection_state = 'open';
create index suspensions_started_by_idx on suspensions (started_by);
create index suspensions_answered_by_idx on suspensions (answered_by);
create index suspensions_ended_by_idx on suspensions (ended_by);
-- A suspension by an operator has no brand, so brands don't see it.
select protect('suspensions', 'own_or_brand(merchant_id, creator_id)');
grant select on suspensions to vitrine_app;

-- A brand that opens an account has to know whether its creator is suspended, and nothing else.
create policy owner on suspensions for select to current_user using (true);
create function is_suspended(p_creator uuid) returns boolean language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from suspensions where creator_id = p_creator and merchant_id is null and ended_at is null) $$;
revoke all on function is_suspended(uuid) from public;
grant execute on function is_suspended(uuid) to vitrine_app, vitrine_system;

-- What has happened is never changed: only texts, which an erasure empties.
create function keep_suspension() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.creator_id, old.merchant_id, old.category, old.started_at, old.started_by, old.object_until)
      is distinct from (new.creator_id, new.merchant_id, new.category, new.started_at, new.started_by, new.object_until)
    or (old.objected_at is not null and (old.objected_at, old.due_at) is distinct from (new.objected_at, new.due_at))
    or (old.answered_at is not null and (old.answered_at, old.answered_by, old.objection_state)
      is distinct from (new.answered_at, new.answered_by, new.objection_state))
    or (old.ended_at is not null and (old.ended_at, old.ended_by, old.outcome)
      is distinct from (new.ended_at, new.ended_by, new.outcome))
  then
    raise exception 'a suspension keeps what has happened: % refused', lower(tg_op) using errcode = 'VT001';
  end if;
  return new;
end $$;
create trigger keep_suspension before update or delete on suspensions for each row execute function keep_suspension();

alter table account_periods drop constraint account_periods_kind_check,
  add constraint account_periods_kind_check check (kind in ('paused', 'suspended', 'ended'));
alter table merchant_accounts drop constraint merchant_accounts_status_check,
  add constraint merchant_accounts_status_check check (status in ('active', 'paused', 'suspended', 'ended'));

-- Whether a user was ever active, so that nobody who was is told that they are not active yet.
alter table users add column was_active boolean not null default false;
update users set was_active = true where user_status in (50, 90, 100)
  or exists (select from audit_entries e where e.action = 'user.status_changed' and e.subject_kind = 'user'
    and e.subject_id = users.id::text and e.details ->> 'before' = '100');
create function note_activity() returns trigger language plpgsql as $$
begin
  new.was_active := new.was_active or new.user_status = 100;
  return new;
end $$;
create trigger note_activity before insert or update of user_status on users for each row execute function note_activity();
