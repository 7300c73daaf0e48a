-- What /readyz and the doctor write and remove in one transaction, to know that the product can write. Always empty.
create table write_checks (at timestamptz not null);
select protect('write_checks', 'true');
grant select, insert, delete on write_checks to vitrine_app;
