-- A sign-in that went out to an OpenID provider. The browser brings `flow` and `state` back, of which only hashes are
-- kept; the code verifier and the nonce are sealed. Each comes back once, within a quarter of an hour.
create table openid_flows (
  flow_hash bytea primary key,
  state_hash bytea not null,
  intent text not null constraint openid_flows_intent_check check (intent in ('login', 'register')),
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
select protect('openid_flows', 'false');

-- What a provider said of somebody whom we do not know yet, until they have registered with it.
create table openid_tickets (
  ticket_hash bytea primary key,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
select protect('openid_tickets', 'false');

-- A wish for a new password is only written down when it is made, whoever it names, and answered by a task: neither
-- the answer nor its time tells whether there is such an account.
create table reset_requests (
  id uuid primary key,
  email text not null,
  requested_at timestamptz not null
);
select protect('reset_requests', 'false');

-- "how many mails has this person had in the last hour"
create index password_resets_user_id_idx on password_resets (user_id, created_at);
-- "invite this address anew": the older invitation ends
create index invitations_email_idx on invitations (merchant_id, email) where email is not null and revoked_at is null;
