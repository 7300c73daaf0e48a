-- When the installation was backed up last, for the operator. A row without an outcome is a backup that runs, or one
-- that was killed.
create table backups (
  id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  file_name text not null,
  bytes bigint,
  outcome text constraint backups_outcome_check check (outcome in ('complete', 'failed'))
);
select protect('backups', 'false');
