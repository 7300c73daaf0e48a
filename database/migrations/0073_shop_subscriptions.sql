-- A sync also subscribes to the webhooks of the brand's app, before it reads anything. `webhooks`: what came of each topic, or
-- why none was tried.
alter table shop_syncs
  add column webhooks jsonb,
  alter column phase set default 'webhooks',
  drop constraint shop_syncs_phase_check,
  add constraint shop_syncs_phase_check check (phase in ('webhooks', 'products', 'archive', 'codes'));

-- An app signs with its own secret and the shop with another. Replacing one of them leaves the other valid.
alter table webhook_secrets add column of_app boolean not null default false;
