-- One conversation for each merchant account. A message takes its number by updating last_seq in its own
-- transaction: numbers are gapless, and a lower one is never seen after a higher one.
create table threads (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null constraint threads_account_once unique,
  creator_id uuid not null,
  last_seq bigint not null default 0,
  last_message_at timestamptz,
  creator_read_seq bigint not null default 0,
  brand_read_seq bigint not null default 0,
  primary key (merchant_id, id),
  constraint threads_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);

create table messages (
  merchant_id uuid not null,
  thread_id uuid not null,
  seq bigint not null,
  creator_id uuid not null,
  side text not null constraint messages_side_check check (side in ('creator', 'brand')),
  sender_id uuid not null constraint messages_sender_fk references users (id),
  client_id text not null,
  body text not null,
  attachments jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (merchant_id, thread_id, seq),
  constraint messages_client_id_once unique (sender_id, client_id),
  constraint messages_thread_fk foreign key (merchant_id, thread_id) references threads (merchant_id, id)
);

create table announcements (
  merchant_id uuid not null constraint announcements_merchant_fk references merchants (id),
  id uuid not null,
  title text not null,
  body text not null,
  pinned boolean not null default false,
  author_id uuid not null constraint announcements_author_fk references users (id),
  published_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (merchant_id, id)
);
create index announcements_published_idx on announcements (merchant_id, published_at desc);

create table announcement_reads (
  merchant_id uuid not null,
  announcement_id uuid not null,
  creator_id uuid not null constraint announcement_reads_creator_fk references users (id),
  read_at timestamptz not null,
  primary key (creator_id, merchant_id, announcement_id),
  constraint announcement_reads_announcement_fk foreign key (merchant_id, announcement_id) references announcements (merchant_id, id)
);

-- A linked Instagram, TikTok or YouTube account; tokens are sealed. A day without a snapshot is a gap, not a zero.
create table social_connections (
  creator_id uuid not null constraint social_connections_creator_fk references users (id),
  id uuid not null,
  platform text not null constraint social_connections_platform_check check (platform in ('instagram', 'tiktok', 'youtube')),
  backend_name text not null,
  external_id text not null,
  handle text not null,
  sealed_tokens bytea,
  token_expires_at timestamptz,
  state text not null constraint social_connections_state_check check (state in ('connected', 'expired', 'manual', 'removed')),
  connected_at timestamptz not null,
  primary key (creator_id, id),
  constraint social_connections_once unique (creator_id, platform, external_id)
);

create table social_snapshots (
  creator_id uuid not null,
  connection_id uuid not null,
  day date not null,
  followers bigint,
  posts bigint,
  views bigint,
  engagements bigint,
  source text not null,
  taken_at timestamptz not null,
  primary key (creator_id, connection_id, day),
  constraint social_snapshots_connection_fk foreign key (creator_id, connection_id) references social_connections (creator_id, id)
);

create table tickets (
  id uuid primary key,
  user_id uuid constraint tickets_user_fk references users (id),
  kind text not null constraint tickets_kind_check check (kind in ('help', 'problem')),
  subject text not null,
  body text not null,
  context jsonb not null default '{}',
  state text not null default 'open' constraint tickets_state_check check (state in ('open', 'answered', 'closed')),
  answer text,
  created_at timestamptz not null,
  answered_at timestamptz
);

select protect('threads', 'own_or_brand(merchant_id, creator_id)');
select protect('messages', 'own_or_brand(merchant_id, creator_id)');
select protect('announcements', 'in_merchant(merchant_id) or exists (select from merchant_accounts a where a.merchant_id = announcements.merchant_id and a.creator_id = scope_creator() and scope_merchant() is null)');
select protect('announcement_reads', 'creator_id = scope_creator() or brand_only(merchant_id)');
select protect('social_connections', 'creator_id = scope_creator()');
select protect('social_snapshots', 'creator_id = scope_creator()');
select protect('tickets', 'user_id = scope_creator()');
grant select, insert, update on threads, announcements, social_connections, tickets to vitrine_app;
grant select, insert on messages, announcement_reads, social_snapshots to vitrine_app;
