-- Passkeys (WebAuthn): a second kind of second factor, beside the authenticator app (docs/decisions/0094).
create table passkeys (
  id uuid primary key,
  user_id uuid not null constraint passkeys_user_fk references users (id),
  -- What its owner calls it.
  name text not null,
  -- The id that the authenticator gave it.
  credential_id bytea not null constraint passkeys_credential_key unique,
  -- In COSE, as the authenticator sent it.
  public_key bytea not null,
  -- How often the authenticator has used it; 0 if it doesn't count. A lower number means that there is a copy.
  sign_count bigint not null,
  -- How browsers can reach it, such as usb or hybrid.
  transports text[] not null,
  -- The host name that it works at.
  host text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id);
select protect('passkeys', 'false');

-- A question to an authenticator that was not answered yet. Each session, login and proof has at most one.
create table passkey_challenges (
  -- SHA-256 of the session, login ticket or proof that it was made for.
  asked_for bytea primary key,
  user_id uuid not null constraint passkey_challenges_user_fk references users (id),
  -- SHA-256 of 256 random bits.
  challenge_hash bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user_idx on passkey_challenges (user_id);
select protect('passkey_challenges', 'false');
