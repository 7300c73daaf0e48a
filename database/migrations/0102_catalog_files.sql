-- How a brand writes prices in its files: 1,234.50 or 1.234,50. It is asked for once, and kept.
create table catalogue_settings (
  merchant_id uuid primary key constraint catalogue_settings_merchant_fk references merchants (id),
  price_format text not null constraint catalogue_settings_price_format_check
    check (price_format in ('comma_point', 'point_comma', 'space_comma', 'apostrophe_point')),
  changed_at timestamptz not null
);
select protect('catalogue_settings', 'brand_only(merchant_id)');
grant select, insert, update on catalogue_settings to vitrine_app;

-- A new product that its shop doesn't sell yet, such as a draft, is skipped.
alter table product_import_rows drop constraint product_import_rows_outcome_check;
alter table product_import_rows add constraint product_import_rows_outcome_check
  check (outcome in ('created', 'updated', 'unchanged', 'skipped', 'refused'));

-- Pictures of products.
alter table pictures drop constraint pictures_purpose_check;
alter table pictures add constraint pictures_purpose_check
  check (purpose in ('avatar', 'banner', 'message', 'logo', 'product'));
