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
