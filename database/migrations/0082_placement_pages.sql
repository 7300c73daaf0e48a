-- A page of a storefront reads each of its sections in order, from where the previous page ended, and nothing else.
create index placements_section_idx on placements (merchant_account_id, collection_id, position, id) where removed_at is null;
-- Everything that lists placements leaves out the removed ones, so the new index answers it too.
drop index placements_account_idx;
