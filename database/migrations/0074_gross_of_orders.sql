-- What the lines of an order cost with tax, in the shop's newest state of it. A shop that reports refunds with tax says so;
-- otherwise null. Refunds of amounts without lines lose the tax by it.
alter table orders add column gross bigint check (gross >= 0);
