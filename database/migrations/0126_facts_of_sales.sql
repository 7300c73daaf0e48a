-- What a brand's sales are counted by, beside the commission itself: the product that was bought, where its click came
-- from, and whether the order was the first of its customer. A job fills them in soon after the sale; until then, and
-- for sales from before, they are read from where they come from.
alter table commissions
  -- Null until it is filled in.
  add column sold_sku text,
  -- The number of the click's country, device and channel in figure_names; 0 if the click is no longer kept.
  add column sold_mix integer,
  -- Null without a customer.
  add column from_new_customer boolean;

create index commissions_unfilled_idx on commissions (merchant_id, earned_at)
  where sold_sku is null or (hit_id is not null and sold_mix is null);
create index commissions_brand_idx on commissions (merchant_id, earned_at)
  include (merchant_account_id, creator_id, order_id, line_id, currency, sales, amount, reversed, link_id, hit_id, discount_code,
    sold_sku, sold_mix, from_new_customer)
  where replaced_at is null;

-- A line that is edited to another product is filled in again.
create function forget_sold_sku() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update commissions set sold_sku = null
  where merchant_id = new.merchant_id and order_id = new.order_id and line_id = new.line_id and sold_sku is not null;
  return null;
end $$;
create trigger sold_sku_edited after update of sku on order_lines
  for each row when (old.sku is distinct from new.sku) execute function forget_sold_sku();
