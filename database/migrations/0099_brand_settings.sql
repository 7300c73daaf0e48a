-- Roles of a brand's staff (docs/decisions/0078). Whoever was staff and not an owner could do everything but payouts, which
-- a manager can too.
alter table merchant_staff drop constraint merchant_staff_role_check;
update merchant_staff set role = 'manager' where role = 'staff';
alter table merchant_staff add constraint merchant_staff_role_check
  check (role in ('owner', 'manager', 'finance', 'support', 'analyst'));

-- accent: of the brand's public pages. time_zone: in which its console shows times and counts days.
alter table merchants
  add column accent text constraint merchants_accent_check check (accent ~ '^#[0-9a-f]{6}$'),
  add column time_zone text not null default 'UTC';
update merchants m set time_zone = first_owner.time_zone
from (
  select distinct on (s.merchant_id) s.merchant_id, u.time_zone
  from merchant_staff s join users u on u.id = s.user_id
  where s.role = 'owner' order by s.merchant_id, s.joined_at, s.user_id
) first_owner
where first_owner.merchant_id = m.id;

-- Every change of a brand's settings, with only the changed fields under their names in the API: what they were, and what
-- they are. An order is decided by the settings in effect at its click, so what was in effect is worked out from these:
-- the settings of today, with each change taken back that came later.
create table setting_changes (
  merchant_id uuid not null constraint setting_changes_merchant_fk references merchants (id),
  id uuid not null,
  changed_at timestamptz not null,
  changed_by uuid constraint setting_changes_changed_by_fk references users (id),
  before jsonb not null,
  after jsonb not null,
  primary key (merchant_id, id)
);
create index setting_changes_at_idx on setting_changes (merchant_id, changed_at desc);
create index setting_changes_changed_by_idx on setting_changes (changed_by);
select protect('setting_changes', 'in_merchant(merchant_id)');
grant select on setting_changes to vitrine_app, vitrine_redirect;
create policy redirect_read on setting_changes for select to vitrine_redirect using (true);
