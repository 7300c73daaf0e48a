-- A brand's name is its identity: no two may look alike. How a name looks is written down by the application
-- (server/src/merchants/name.skeletons.ts), also for the brands that are already there, before the first new name.
create table merchant_names (
  merchant_id uuid primary key constraint merchant_names_merchant_fk references merchants (id),
  -- The name that an operator gave or approved last. A brand's own changes are compared with it.
  vouched_name text not null
);
select protect('merchant_names', 'false');

-- How the names look. A name has up to two: capitals can look like other letters than small ones.
create table merchant_name_skeletons (
  skeleton text primary key,
  merchant_id uuid not null constraint merchant_name_skeletons_merchant_fk references merchants (id)
);
create index merchant_name_skeletons_merchant_idx on merchant_name_skeletons (merchant_id);
select protect('merchant_name_skeletons', 'false');

-- Names and hosts of brands that an operator looks at.
create table brand_reviews (
  id uuid primary key,
  merchant_id uuid not null constraint brand_reviews_merchant_fk references merchants (id),
  kind text not null constraint brand_reviews_kind_check check (kind in ('name', 'host')),
  value text not null,
  concern text not null constraint brand_reviews_concern_check
    check (concern in ('reserved', 'similar', 'renamed', 'twin', 'new', 'shared', 'international')),
  -- The brand that it is too close to.
  other_merchant_id uuid constraint brand_reviews_other_fk references merchants (id),
  -- waiting: not in effect until it is approved. open: in effect, and an operator has not looked at it yet.
  state text not null constraint brand_reviews_state_check
    check (state in ('waiting', 'open', 'approved', 'refused', 'withdrawn', 'canceled')),
  -- Null: found in the names that were already there.
  requested_by uuid constraint brand_reviews_requested_by_fk references users (id),
  requested_at timestamptz not null,
  decided_by uuid constraint brand_reviews_decided_by_fk references users (id),
  decided_at timestamptz,
  reason text not null default ''
);
-- A brand waits for one name, and for each host once.
create unique index brand_reviews_undecided_key on brand_reviews
  (merchant_id, kind, (case when kind = 'host' then value else '' end)) where state in ('waiting', 'open');
-- Of one brand, and of those in one state.
create index brand_reviews_merchant_idx on brand_reviews (merchant_id);
create index brand_reviews_state_idx on brand_reviews (state, id desc);
create index brand_reviews_other_idx on brand_reviews (other_merchant_id) where other_merchant_id is not null;
create index brand_reviews_requested_by_idx on brand_reviews (requested_by) where requested_by is not null;
create index brand_reviews_decided_by_idx on brand_reviews (decided_by) where decided_by is not null;
select protect('brand_reviews', 'false');
