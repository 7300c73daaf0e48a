-- Lists by page read only the rows that they show: a brand's conversations (those without messages last), a brand's
-- creators, and the operator's users.
create index threads_latest_idx on threads (merchant_id, coalesce(last_message_at, '1970-01-01 00:00:00+00'::timestamptz), id);
create index merchant_accounts_newest_idx on merchant_accounts (merchant_id, joined_at, id);
create index users_newest_idx on users (created_at, id);
