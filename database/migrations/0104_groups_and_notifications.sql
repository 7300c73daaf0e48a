-- Groups of a brand's creators, which have terms and announcements of their own.
create table creator_groups (
  merchant_id uuid not null constraint creator_groups_merchant_fk references merchants (id),
  id uuid not null,
  name text not null constraint creator_groups_name_check check (name = btrim(name) and name <> ''),
  -- What a creator who joins the group reads first. Empty: nothing.
  welcome text not null default '',
  created_at timestamptz not null,
  archived_at timestamptz,
  primary key (merchant_id, id)
);
create unique index creator_groups_name_idx on creator_groups (merchant_id, lower(name)) where archived_at is null;
select protect('creator_groups', 'in_merchant(merchant_id)
  or (scope_merchant() is null and exists (select from merchant_accounts a
    where a.merchant_id = creator_groups.merchant_id and a.creator_id = scope_creator()))');
grant select, insert, update on creator_groups to vitrine_app;

-- In which group a creator is from when on; null: in none. An order earns by the group at its click, so moves are kept
-- forever and never changed. The newest of those in effect counts.
create table group_moves (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  id uuid not null,
  group_id uuid,
  effective_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid constraint group_moves_created_by_fk references users (id),
  primary key (merchant_id, id),
  constraint group_moves_account_fk foreign key (merchant_id, merchant_account_id, creator_id)
    references merchant_accounts (merchant_id, id, creator_id),
  constraint group_moves_group_fk foreign key (merchant_id, group_id) references creator_groups (merchant_id, id)
);
create index group_moves_account_idx on group_moves (merchant_id, merchant_account_id, effective_at desc, id desc);
create index group_moves_group_idx on group_moves (merchant_id, group_id);
create index group_moves_created_by_idx on group_moves (created_by);
create index group_moves_creator_idx on group_moves (creator_id);
select protect('group_moves', 'own_or_brand(merchant_id, creator_id)');
grant select, insert on group_moves to vitrine_app;

-- What a user's bell lists. The payload has what the text of its kind needs (contract/src/notifications.ts).
create table notifications (
  user_id uuid not null constraint notifications_user_fk references users (id),
  id uuid not null,
  -- Null: not about a brand.
  merchant_id uuid constraint notifications_merchant_fk references merchants (id),
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (user_id, id)
);
create index notifications_unread_idx on notifications (user_id) where read_at is null;
create index notifications_merchant_idx on notifications (merchant_id);
select protect('notifications', 'false');

-- Adds a notification for each of some users, inside the transaction of what it tells.
create function notify_users(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_users uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into notifications (user_id, id, merchant_id, kind, payload, created_at)
    select u, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_at from (select distinct unnest(p_users) u) each_user $$;

-- The same for creators, each by an account at the brand; null: all whose account has not ended.
create function notify_creators(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_accounts uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into notifications (user_id, id, merchant_id, kind, payload, created_at)
    select a.creator_id, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_at from merchant_accounts a
    where a.merchant_id = p_merchant
      and case when p_accounts is null then a.status <> 'ended' else a.id = any (p_accounts) end $$;

-- The same for the staff of a brand who have one of the roles.
create function notify_staff(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_roles text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into notifications (user_id, id, merchant_id, kind, payload, created_at)
    select s.user_id, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_at from merchant_staff s
    where s.merchant_id = p_merchant and s.role = any (p_roles) $$;

revoke all on function notify_users(timestamptz, uuid, text, jsonb, uuid[]),
  notify_creators(timestamptz, uuid, text, jsonb, uuid[]), notify_staff(timestamptz, uuid, text, jsonb, text[]) from public;
grant execute on function notify_users(timestamptz, uuid, text, jsonb, uuid[]),
  notify_creators(timestamptz, uuid, text, jsonb, uuid[]), notify_staff(timestamptz, uuid, text, jsonb, text[])
  to vitrine_app, vitrine_system;
