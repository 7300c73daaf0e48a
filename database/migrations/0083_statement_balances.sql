-- The other balances at the end of a month are kept with its statement, so that reading one doesn't add up every entry
-- of the account. Statements that were closed before have none, and theirs are still added up.
alter table statements
  add column pending bigint,
  add column processing bigint,
  add column paid bigint;
