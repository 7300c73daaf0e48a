-- A brand can demand two-factor login for its payouts (docs/decisions/0087). has_code_at: when a code of the authenticator
-- app, or a recovery code, confirmed the proof.
alter table merchants add column payouts_need_two_factor boolean not null default false;
alter table step_ups add column has_code_at timestamptz;
