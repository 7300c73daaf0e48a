-- How a hit's browser was recognized. Null: stored before marks were signed, when the mark could be a click id that
-- others have seen; such a hit never connects an order with another click.
alter table hits add column browser_mark text
  constraint hits_browser_mark_check check (browser_mark in ('given', 'unsigned', 'signed'));
comment on column hits.browser_mark is 'signed: the request brought a mark that we issued; unsigned: one of the time before; given: none, the answer set one; null: stored before marks were signed, or none was set';
comment on column hits.browser is 'hash of the id of the browser mark that the request brought or the answer set';

-- The exact address, so that one machine can be told from a crowd. Like `visitor` it names nobody once the salt is gone.
alter table hits add column address bytea;
comment on column hits.address is '8 bytes of the hash of the address (of IPv6: its first 64 bits) under the salt of the day';

alter table hits drop constraint hits_class_check;
alter table hits add constraint hits_class_check
  check (class in ('human', 'bot', 'preview', 'prefetch', 'head', 'duplicate', 'self', 'owner_preview', 'flood'));

-- the first hits of a network on a storefront within a window of time, repeats apart
create index hits_flood_idx on hits (merchant_account_id, address_prefix, (case when class = 'duplicate' then 1 else 0 end), id)
  where class in ('human', 'flood', 'duplicate') and address is not null;
