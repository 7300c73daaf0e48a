-- A second factor beside the password: codes of an authenticator app (RFC 6238), and recovery codes for when it is lost.
create table second_factors (
  user_id uuid primary key constraint second_factors_user_fk references users (id),
  -- The secret that the app and the server share, encrypted with the installation's key.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null until the first code was entered: it is not asked for before.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted. This code and older ones are refused.
  last_step bigint not null default 0
);
select protect('second_factors', 'false');

create table recovery_codes (
  user_id uuid not null constraint recovery_codes_user_fk references users (id),
  -- SHA-256 of 80 random bits.
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
select protect('recovery_codes', 'false');

-- A login whose first factor was right, and that waits for the second one. Only the SHA-256 of its ticket is kept.
create table login_tickets (
  ticket_hash bytea primary key,
  user_id uuid not null constraint login_tickets_user_fk references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_tickets_user_idx on login_tickets (user_id);
select protect('login_tickets', 'false');
