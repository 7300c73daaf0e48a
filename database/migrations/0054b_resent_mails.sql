-- An email that was sent can be sent again as a copy of its own, so that both stay in the list.
alter table mails add column copy_of uuid constraint mails_copy_fk references mails (id) on delete set null;
create index mails_copy_idx on mails (copy_of, created_at desc) where copy_of is not null;
