-- A brand. The columns from click_parameter on are its settings; defaults are those of the design.
create table merchants (
  id uuid primary key,
  slug text not null constraint merchants_slug_key unique constraint merchants_slug_check check (slug ~ '^[a-z0-9-]+$'),
  display_name text not null,
  brand_logo text,
  currency text not null constraint merchants_currency_check check (currency ~ '^[A-Z]{3}$'),
  project_key text not null default 'general' constraint merchants_project_fk references projects (key),
  shop_url text not null,
  click_parameter text not null default 'vt_click' constraint merchants_click_parameter_check check (click_parameter ~ '^[a-z][a-z0-9_]{0,31}$'),
  attribution_model text not null default 'last_click' constraint merchants_attribution_model_check check (attribution_model in ('last_click', 'first_click')),
  precedence text not null default 'code' constraint merchants_precedence_check check (precedence in ('code', 'link')),
  window_days integer not null default 30 constraint merchants_window_days_check check (window_days between 1 and 365),
  return_days integer not null default 30 constraint merchants_return_days_check check (return_days between 0 and 180),
  duplicate_minutes integer not null default 30 constraint merchants_duplicate_minutes_check check (duplicate_minutes between 0 and 1440),
  notice_days integer not null default 14 constraint merchants_notice_days_check check (notice_days between 0 and 90),
  payout_minimum bigint not null default 2500 constraint merchants_payout_minimum_check check (payout_minimum >= 0),
  payout_schedule text not null default 'on_request' constraint merchants_payout_schedule_check check (payout_schedule in ('on_request', 'monthly')),
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- Hosts a link of this brand may lead to; nothing else is accepted at save (reliability C7).
create table merchant_hosts (
  merchant_id uuid not null constraint merchant_hosts_merchant_fk references merchants (id),
  host text not null constraint merchant_hosts_host_check check (host = lower(host) and host !~ '[/:@]'),
  primary key (merchant_id, host)
);

create table merchant_staff (
  merchant_id uuid not null constraint merchant_staff_merchant_fk references merchants (id),
  user_id uuid not null constraint merchant_staff_user_fk references users (id),
  role text not null default 'owner' constraint merchant_staff_role_check check (role in ('owner', 'staff')),
  joined_at timestamptz not null,
  primary key (merchant_id, user_id)
);
create index merchant_staff_user_id_idx on merchant_staff (user_id);

create table api_keys (
  merchant_id uuid not null constraint api_keys_merchant_fk references merchants (id),
  id uuid not null,
  name text not null,
  hint text not null,
  key_hash bytea not null constraint api_keys_key_hash_key unique,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, id)
);

-- Secrets that a shop signs with: sealed (AES-256-GCM) under the installation's key, two may be live in a rotation.
create table webhook_secrets (
  merchant_id uuid not null constraint webhook_secrets_merchant_fk references merchants (id),
  id uuid not null,
  source text not null constraint webhook_secrets_source_check check (source in ('shopify')),
  sealed bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (merchant_id, id)
);

-- One creator at one merchant. The wider keys let other tables point at account and creator together.
create table merchant_accounts (
  merchant_id uuid not null constraint merchant_accounts_merchant_fk references merchants (id),
  id uuid not null constraint merchant_accounts_id_key unique,
  creator_id uuid not null constraint merchant_accounts_creator_fk references users (id),
  status text not null default 'active' constraint merchant_accounts_status_check check (status in ('active', 'paused', 'ended')),
  joined_at timestamptz not null,
  primary key (merchant_id, id),
  constraint merchant_accounts_creator_once unique (merchant_id, creator_id),
  constraint merchant_accounts_owner_key unique (merchant_id, id, creator_id)
);
create index merchant_accounts_creator_id_idx on merchant_accounts (creator_id);

create table invitations (
  merchant_id uuid not null constraint invitations_merchant_fk references merchants (id),
  id uuid not null,
  code_hash bytea not null constraint invitations_code_hash_key unique,
  hint text not null,
  email text,
  reusable boolean not null default false,
  note text not null default '',
  terms_version integer,
  created_by uuid constraint invitations_created_by_fk references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (merchant_id, id)
);

create table invitation_acceptances (
  merchant_id uuid not null,
  invitation_id uuid not null,
  merchant_account_id uuid not null,
  accepted_at timestamptz not null,
  primary key (merchant_id, invitation_id, merchant_account_id),
  constraint invitation_acceptances_invitation_fk foreign key (merchant_id, invitation_id) references invitations (merchant_id, id),
  constraint invitation_acceptances_account_fk foreign key (merchant_id, merchant_account_id) references merchant_accounts (merchant_id, id)
);

-- A code that a shopper types; it credits the creator it belongs to. Kept in upper case.
create table discount_codes (
  merchant_id uuid not null,
  code text not null constraint discount_codes_code_check check (code = upper(code) and code <> ''),
  merchant_account_id uuid not null,
  creator_id uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, code),
  constraint discount_codes_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);

select protect('merchants', 'id = scope_merchant() or exists (select from merchant_accounts a where a.merchant_id = merchants.id and a.creator_id = scope_creator())');
select protect('merchant_hosts', 'in_merchant(merchant_id)');
select protect('merchant_staff', 'brand_only(merchant_id)');
select protect('api_keys', 'brand_only(merchant_id)');
select protect('webhook_secrets', 'brand_only(merchant_id)');
select protect('merchant_accounts', 'own_or_brand(merchant_id, creator_id)');
select protect('invitations', 'brand_only(merchant_id)');
select protect('invitation_acceptances', 'brand_only(merchant_id)');
select protect('discount_codes', 'own_or_brand(merchant_id, creator_id)');
grant select, update on merchants to vitrine_app;
grant select, insert, delete on merchant_hosts to vitrine_app;
grant select on merchant_staff to vitrine_app;
grant select, insert, update on api_keys, webhook_secrets, invitations, merchant_accounts, discount_codes to vitrine_app;
grant select, insert on invitation_acceptances to vitrine_app;

-- A brand sees the people who work with it or for it; a creator sees themself.
create policy app on users for select to vitrine_app using (
  id = (select scope_creator())
  or ((select scope_creator()) is null and (
    exists (select from merchant_accounts a where a.creator_id = users.id and a.merchant_id = (select scope_merchant()))
    or exists (select from merchant_staff s where s.user_id = users.id and s.merchant_id = (select scope_merchant())))));
create policy public_read on users for select to vitrine_public using (role = 'creator' and user_status = 100);

grant select on merchants, merchant_accounts to vitrine_public;
create policy public_read on merchants for select to vitrine_public using (disabled_at is null);
create policy public_read on merchant_accounts for select to vitrine_public using (status = 'active');
