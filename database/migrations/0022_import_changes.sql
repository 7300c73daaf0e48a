-- What each import changed in a catalog, so that the import can be undone. A row holds the changed fields of one
-- product before and after; a product that the import added has an empty `before`. A person who archives or restores a
-- product leaves a row without an import: an undo must not overwrite what was changed after the import.
-- Kept for the newest 20 imports of a brand and for 30 days at most; each import removes what is older.
create table product_changes (
  merchant_id uuid not null constraint product_changes_merchant_fk references merchants (id),
  seq bigint generated always as identity,
  product_id uuid not null,
  import_id uuid,
  before jsonb not null,
  after jsonb not null,
  changed_at timestamptz not null,
  primary key (merchant_id, seq),
  constraint product_changes_product_fk foreign key (merchant_id, product_id) references products (merchant_id, id),
  constraint product_changes_import_fk foreign key (merchant_id, import_id) references product_imports (merchant_id, id)
);
create index product_changes_import_idx on product_changes (merchant_id, import_id, seq);
create index product_changes_product_idx on product_changes (merchant_id, product_id, seq);
select protect('product_changes', 'brand_only(merchant_id)');
grant select, insert, delete on product_changes to vitrine_app;

-- `undo_result` is what the undo answered: a second undo of the same import answers the same.
alter table product_imports
  add column undone_at timestamptz,
  add column undone_by uuid,
  add column undo_result jsonb;
grant update (undone_at, undone_by, undo_result) on product_imports to vitrine_app;
-- Prices are no longer as of an import that was undone.
grant select (undone_at) on product_imports to vitrine_public;

-- The value that was refused, as it was sent.
alter table product_import_rows add column value text;
