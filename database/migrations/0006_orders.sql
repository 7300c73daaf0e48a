-- A version of a brand's commission rules, kept for ever. A rise holds at once (effective_at = created_at); a cut
-- holds for clicks made after the notice has run out.
create table terms_versions (
  merchant_id uuid not null constraint terms_versions_merchant_fk references merchants (id),
  version integer not null,
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null,
  effective_at timestamptz not null,
  primary key (merchant_id, version)
);

-- rate is in parts per 10,000 of the line's price after discount; amount is minor units for each piece.
create table terms_rules (
  merchant_id uuid not null,
  version integer not null,
  position integer not null,
  merchant_account_id uuid,
  sku text,
  category text,
  kind text not null constraint terms_rules_kind_check check (kind in ('percentage', 'flat')),
  rate integer constraint terms_rules_rate_check check (rate between 0 and 10000),
  amount bigint constraint terms_rules_amount_check check (amount >= 0),
  primary key (merchant_id, version, position),
  constraint terms_rules_version_fk foreign key (merchant_id, version) references terms_versions (merchant_id, version),
  constraint terms_rules_account_fk foreign key (merchant_id, merchant_account_id) references merchant_accounts (merchant_id, id),
  constraint terms_rules_one_target check (sku is null or category is null),
  constraint terms_rules_kind_has_value check ((kind = 'percentage') = (rate is not null) and (kind = 'flat') = (amount is not null))
);

-- What the shop sent, whole, before anything is decided. (merchant, order_id) is the order's identity for ever.
create table orders (
  merchant_id uuid not null constraint orders_merchant_fk references merchants (id),
  order_id text not null,
  source text not null constraint orders_source_check check (source in ('api', 'shopify')),
  currency text not null,
  placed_at timestamptz not null,
  received_at timestamptz not null,
  body jsonb not null,
  body_hash bytea not null,
  click_id text,
  discount_codes text[] not null default '{}',
  customer_hash bytea,
  state text not null default 'received' constraint orders_state_check check (state in ('received', 'waiting', 'decided')),
  decided_at timestamptz,
  primary key (merchant_id, order_id)
);
create index orders_placed_at_idx on orders (merchant_id, placed_at desc);
-- what the sweep still has to decide
create index orders_undecided_idx on orders (received_at) where state <> 'decided';

-- Amounts are minor units of the order's currency; net = unit_price × quantity − discount.
create table order_lines (
  merchant_id uuid not null,
  order_id text not null,
  line_id text not null,
  position integer not null,
  sku text not null,
  title text not null,
  quantity integer not null constraint order_lines_quantity_check check (quantity > 0),
  unit_price bigint not null constraint order_lines_unit_price_check check (unit_price >= 0),
  discount bigint not null default 0,
  net bigint not null,
  primary key (merchant_id, order_id, line_id),
  constraint order_lines_order_fk foreign key (merchant_id, order_id) references orders (merchant_id, order_id),
  constraint order_lines_net_check check (net = unit_price * quantity - discount and net >= 0 and discount >= 0)
);

create table refunds (
  merchant_id uuid not null,
  order_id text not null,
  refund_id text not null,
  source text not null,
  kind text not null default 'refund' constraint refunds_kind_check check (kind in ('refund', 'cancellation')),
  body jsonb not null,
  body_hash bytea not null,
  received_at timestamptz not null,
  primary key (merchant_id, order_id, refund_id),
  constraint refunds_order_fk foreign key (merchant_id, order_id) references orders (merchant_id, order_id)
);

create table refund_lines (
  merchant_id uuid not null,
  order_id text not null,
  refund_id text not null,
  line_id text not null,
  quantity integer,
  amount bigint not null constraint refund_lines_amount_check check (amount >= 0),
  primary key (merchant_id, order_id, refund_id, line_id),
  constraint refund_lines_refund_fk foreign key (merchant_id, order_id, refund_id) references refunds (merchant_id, order_id, refund_id),
  constraint refund_lines_line_fk foreign key (merchant_id, order_id, line_id) references order_lines (merchant_id, order_id, line_id)
);

-- What a shop platform called in, as it came; the platform's own id makes a repeat harmless.
create table webhook_deliveries (
  merchant_id uuid not null constraint webhook_deliveries_merchant_fk references merchants (id),
  source text not null,
  webhook_id text not null,
  topic text not null,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text,
  primary key (merchant_id, source, webhook_id)
);
create index webhook_deliveries_unprocessed_idx on webhook_deliveries (received_at) where processed_at is null;

-- Why an order did or did not earn somebody something. Never changed; a later look adds the next sequence.
create table decisions (
  merchant_id uuid not null,
  order_id text not null,
  sequence integer not null,
  outcome text not null,
  merchant_account_id uuid,
  terms_version integer,
  rules_version integer not null,
  trace jsonb not null,
  decided_at timestamptz not null,
  primary key (merchant_id, order_id, sequence),
  constraint decisions_order_fk foreign key (merchant_id, order_id) references orders (merchant_id, order_id)
);

-- Who could have earned from an order: the only way in which a creator learns that it exists.
create table decision_candidates (
  merchant_id uuid not null,
  order_id text not null,
  position integer not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  via text not null constraint decision_candidates_via_check check (via in ('click', 'code')),
  reference text not null,
  touched_at timestamptz,
  verdict text not null,
  primary key (merchant_id, order_id, position),
  constraint decision_candidates_order_fk foreign key (merchant_id, order_id) references orders (merchant_id, order_id),
  constraint decision_candidates_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);
create index decision_candidates_creator_idx on decision_candidates (creator_id, merchant_id, order_id);

-- What one order line earns one creator. amount never changes; reversed grows to amount at most.
create table commissions (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  order_id text not null,
  line_id text not null,
  link_id uuid,
  hit_id uuid,
  discount_code text,
  terms_version integer not null,
  rule_position integer not null,
  base bigint not null,
  rate integer,
  flat_amount bigint,
  amount bigint not null constraint commissions_amount_check check (amount > 0),
  reversed bigint not null default 0,
  currency text not null,
  state text not null default 'pending' constraint commissions_state_check check (state in ('pending', 'available', 'processing', 'paid', 'reversed')),
  held_reason text,
  earned_at timestamptz not null,
  matures_at timestamptz not null,
  available_at timestamptz,
  paid_at timestamptz,
  payout_id uuid,
  primary key (merchant_id, id),
  constraint commissions_line_once unique (merchant_id, order_id, line_id),
  constraint commissions_reversed_check check (reversed between 0 and amount),
  constraint commissions_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id),
  constraint commissions_line_fk foreign key (merchant_id, order_id, line_id) references order_lines (merchant_id, order_id, line_id),
  constraint commissions_rule_fk foreign key (merchant_id, terms_version, rule_position) references terms_rules (merchant_id, version, position)
);
create index commissions_account_idx on commissions (merchant_account_id, earned_at desc);
create index commissions_creator_idx on commissions (creator_id, earned_at desc);
-- what the maturing job has to move
create index commissions_maturing_idx on commissions (matures_at) where state = 'pending' and held_reason is null;

create table commission_reversals (
  merchant_id uuid not null,
  id uuid not null,
  commission_id uuid not null,
  creator_id uuid not null,
  order_id text not null,
  refund_id text not null,
  amount bigint not null constraint commission_reversals_amount_check check (amount > 0),
  reason text not null,
  arithmetic jsonb not null,
  at timestamptz not null,
  primary key (merchant_id, id),
  constraint commission_reversals_once unique (merchant_id, commission_id, refund_id),
  constraint commission_reversals_commission_fk foreign key (merchant_id, commission_id) references commissions (merchant_id, id),
  constraint commission_reversals_refund_fk foreign key (merchant_id, order_id, refund_id) references refunds (merchant_id, order_id, refund_id)
);

do $$
declare t text;
begin
  foreach t in array array['orders', 'order_lines', 'refunds', 'refund_lines', 'webhook_deliveries', 'decisions'] loop
    perform protect(t::regclass, 'brand_only(merchant_id)');
  end loop;
  foreach t in array array['decision_candidates', 'commissions', 'commission_reversals'] loop
    perform protect(t::regclass, 'own_or_brand(merchant_id, creator_id)');
  end loop;
  foreach t in array array['terms_versions', 'terms_rules'] loop
    perform protect(t::regclass, 'in_merchant(merchant_id)');
  end loop;
  foreach t in array array['terms_versions', 'terms_rules', 'order_lines', 'refunds', 'refund_lines', 'decisions', 'decision_candidates', 'commission_reversals'] loop
    execute format('grant select, insert on %I to vitrine_app', t);
    perform append_only(t::regclass);
  end loop;
end $$;
grant select, insert, update on orders, webhook_deliveries, commissions to vitrine_app;
