-- When a brand was paused or closed by an operator. A brand without an open row is active. The rows are kept: a click is
-- judged by what the brand was when the click was made, also long afterwards.
create table merchant_pauses (
  merchant_id uuid not null constraint merchant_pauses_merchant_fk references merchants (id),
  id uuid not null,
  kind text not null constraint merchant_pauses_kind_check check (kind in ('paused', 'closed')),
  reason text not null,
  started_at timestamptz not null,
  started_by uuid constraint merchant_pauses_started_by_fk references users (id),
  ended_at timestamptz,
  ended_by uuid constraint merchant_pauses_ended_by_fk references users (id),
  primary key (merchant_id, id),
  constraint merchant_pauses_ended_at_check check (ended_at >= started_at)
);
-- A brand is in one state at a time.
create unique index merchant_pauses_open_key on merchant_pauses (merchant_id) where ended_at is null;

select protect('merchant_pauses', 'merchant_id = scope_merchant() or exists (select from merchant_accounts a where a.merchant_id = merchant_pauses.merchant_id and a.creator_id = scope_creator())');
grant select on merchant_pauses to vitrine_app;
-- Shoppers see that a brand is paused, but not why.
grant select (merchant_id, kind, started_at, ended_at) on merchant_pauses to vitrine_public;
create policy public_read on merchant_pauses for select to vitrine_public using (ended_at is null);

-- One state instead of two: brands that were disabled by hand are paused from now on.
insert into merchant_pauses (merchant_id, id, kind, reason, started_at)
select id, gen_random_uuid(), 'paused', 'Disabled before pauses had a reason', disabled_at from merchants where disabled_at is not null;
update merchants set disabled_at = null where disabled_at is not null;
comment on column merchants.disabled_at is 'set by nothing any more: see merchant_pauses. The redirector and the release before still read it';
