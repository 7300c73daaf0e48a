-- Every merchant account has its thread from the moment it is opened, whoever opens it. The thread takes the account's
-- id, so that there is one and it is found without asking.
create function open_thread() returns trigger language plpgsql as $$
begin
  insert into threads (merchant_id, id, merchant_account_id, creator_id)
    values (new.merchant_id, new.id, new.id, new.creator_id);
  return null;
end $$;
create trigger open_thread after insert on merchant_accounts for each row execute function open_thread();

set local role vitrine_system;
insert into threads (merchant_id, id, merchant_account_id, creator_id)
  select merchant_id, id, id, creator_id from merchant_accounts
  on conflict (merchant_account_id) do nothing;
reset role;

-- Up to which message a side was told by mail; one mail for a burst, the next after they have read.
alter table threads
  add column creator_told_seq bigint not null default 0,
  add column brand_told_seq bigint not null default 0;
-- threads in which something is lately new, for the mails
create index threads_last_message_at_idx on threads (last_message_at);
-- how much one person wrote lately, for the limits
create index messages_sender_idx on messages (sender_id, created_at);
