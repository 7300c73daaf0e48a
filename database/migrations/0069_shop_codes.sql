-- The discount codes of a brand's shop, from which it chooses the codes of its creators.
create table shop_codes (
  merchant_id uuid not null constraint shop_codes_merchant_fk references merchants (id),
  kind text not null,
  -- in capital letters, as codes are assigned
  code text not null,
  title text not null,
  -- 'gone': the shop doesn't have it any more
  status text not null constraint shop_codes_status_check check (status in ('active', 'scheduled', 'expired', 'gone')),
  ends_at timestamptz,
  pass uuid not null,
  primary key (merchant_id, kind, code)
);
select protect('shop_codes', 'brand_only(merchant_id)');
grant select, insert, update, delete on shop_codes to vitrine_app;
