-- The history of a product on its page: who changed it, and how. Changes are no longer removed by the next import, but by
-- retention, so that the history is as long for everyone.
--
-- `is_undone` marks what an undo took back, together with the change that the undo itself made. Neither counts as a later
-- change when an earlier import is undone.
alter table product_changes
  add column source text constraint product_changes_source_check
    check (source in ('import', 'console', 'shop', 'sync', 'undo')),
  add column changed_by uuid,
  add column is_undone boolean not null default false;
grant update (is_undone) on product_changes to vitrine_app;

-- Who features a product.
create index placements_product_idx on placements (merchant_id, product_id, created_at);

-- When a product's address changes, links that still lead to the old one follow, so that shoppers of live storefronts
-- reach the product. A link whose creator chose another destination stays.
create function product_moved() returns trigger language plpgsql as $$
begin
  update links set destination = new.url
  where merchant_id = new.merchant_id and destination = old.url
    and id in (select p.link_id from placements p where p.merchant_id = new.merchant_id and p.product_id = new.id);
  return null;
end $$;
create trigger product_moved after update of url on products for each row
  when (old.url is distinct from new.url) execute function product_moved();
