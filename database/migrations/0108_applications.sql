-- The page on which creators apply to a brand, as the brand set it up. No row: never set up, and closed.
create table application_pages (
  merchant_id uuid primary key constraint application_pages_merchant_fk references merchants (id),
  is_open boolean not null default false,
  headline text not null default '',
  body text not null default '',
  -- The path of an uploaded picture.
  picture text,
  -- In their order, by contract/src/applications.ts.
  questions jsonb not null default '[]',
  -- Answers that are given without staff; the first that fits wins.
  rules jsonb not null default '[]',
  -- Which group approved creators join; null: none.
  group_id uuid,
  updated_at timestamptz not null,
  constraint application_pages_group_fk foreign key (merchant_id, group_id) references creator_groups (merchant_id, id)
);
create index application_pages_group_idx on application_pages (merchant_id, group_id);
select protect('application_pages', 'in_merchant(merchant_id)');
grant select, insert, update on application_pages to vitrine_app;

-- Who applied to a brand. The brand sees an application only after its address was confirmed.
create table applications (
  merchant_id uuid not null constraint applications_merchant_fk references merchants (id),
  id uuid not null,
  -- SHA-256 of the code in the applicant's emails, with which they confirm, look at and withdraw their application.
  code_hash bytea not null constraint applications_code_key unique,
  -- A creator who applied with their account; their address needs no confirmation.
  creator_id uuid constraint applications_creator_fk references users (id),
  email text not null,
  name text not null,
  -- Each with its question as it was asked.
  answers jsonb not null,
  locale text not null,
  state text not null constraint applications_state_check
    check (state in ('unconfirmed', 'waiting', 'approved', 'rejected', 'withdrawn')),
  -- The terms that were shown to the applicant.
  terms_version integer,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- When it was approved, rejected or withdrawn.
  decided_at timestamptz,
  -- Null: by the applicant, or by a rule.
  decided_by uuid constraint applications_decided_by_fk references users (id),
  -- The rule that answered it, as it was.
  decided_rule jsonb,
  reason text,
  message text not null default '',
  invitation_id uuid,
  primary key (merchant_id, id),
  constraint applications_invitation_fk foreign key (merchant_id, invitation_id) references invitations (merchant_id, id)
);
-- Nobody has two applications that wait for the same brand.
create unique index applications_waiting_idx on applications (merchant_id, email) where state = 'waiting';
create index applications_state_idx on applications (merchant_id, state, created_at desc, id desc);
create index applications_email_idx on applications (email, created_at);
create index applications_unconfirmed_idx on applications (created_at) where state = 'unconfirmed';
create index applications_creator_idx on applications (creator_id);
create index applications_decided_by_idx on applications (decided_by);
create index applications_invitation_idx on applications (merchant_id, invitation_id);
select protect('applications', 'in_merchant(merchant_id) and state <> ''unconfirmed''');
grant select, insert, update on applications to vitrine_app;
