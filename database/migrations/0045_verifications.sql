-- The daily verification of the ledger and of the click counts. The day is its key, so that of several nodes one does
-- the work.
create table verifications (
  kind text not null constraint verifications_kind_check check (kind in ('ledger', 'clicks')),
  day date not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  agrees boolean,
  -- The first difference, or what was compared.
  finding text,
  primary key (kind, day),
  constraint verifications_ended_check check ((ended_at is null) = (agrees is null) and (ended_at is null) = (finding is null))
);
select protect('verifications', 'false');

-- Emails that were given up, for the metrics and the operator's console.
create index mails_failed_idx on mails (failed_at) where failed_at is not null and sent_at is null;
