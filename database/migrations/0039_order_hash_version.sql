-- Two deliveries of an order are the same order if their hashes are equal. A field that is added to the hash later must
-- not turn a redelivery of an order from before into a conflict, so each order keeps the version of its hash.
alter table orders add column hash_version integer not null default 1;
comment on column orders.hash_version is 'which fields body_hash covers: orders.meaning.ts lists them by version';
