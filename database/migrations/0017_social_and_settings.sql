-- A social account that a creator is on the way to link: the state that the platform hands back belongs to one
-- session, one platform, and one use. Only its SHA-256 is kept.
create table social_flows (
  state_hash bytea primary key,
  creator_id uuid not null constraint social_flows_creator_fk references users (id),
  session_id uuid not null constraint social_flows_session_fk references sessions (id),
  platform text not null constraint social_flows_platform_check check (platform in ('instagram', 'tiktok', 'youtube')),
  sealed_verifier bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index social_flows_expires_at_idx on social_flows (expires_at);
select protect('social_flows', 'creator_id = scope_creator()');
grant select, insert, update, delete on social_flows to vitrine_app;

-- What stood in the way of the last figures, and when they are asked for again.
alter table social_connections
  add column failure text constraint social_connections_failure_check
    check (failure in ('expired', 'revoked', 'rate_limited', 'unreachable')),
  add column last_refreshed_at timestamptz,
  add column next_attempt_at timestamptz;
-- "whose figures are due"
create index social_connections_due_idx on social_connections (next_attempt_at) where state = 'connected';

-- Engagements and views are those of the latest posts; this says of how many.
alter table social_snapshots add column recent_posts integer;
-- A day that was entered by hand may be entered again.
grant update on social_snapshots to vitrine_app;

-- "what happened to this person's account"
create index audit_entries_actor_id_idx on audit_entries (actor_id, seq);

-- When a handle was last changed; the former ones stand in handle_history.
grant select on handle_history to vitrine_app;
create index handle_history_user_id_idx on handle_history (user_id, changed_at);
