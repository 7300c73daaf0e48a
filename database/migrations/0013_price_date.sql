-- Shoppers read as of when prices are what the brand says: when its catalogue last came in, whether or not anything in
-- it had changed. That moment, and whose catalogue it was, is all that they may see of an import.
create index product_imports_latest_idx on product_imports (merchant_id, created_at desc);
grant select (merchant_id, created_at) on product_imports to vitrine_public;
create policy public_read on product_imports for select to vitrine_public using (true);
