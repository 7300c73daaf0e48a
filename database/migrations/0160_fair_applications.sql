-- Emails that go out because somebody without an account typed an address, so that nobody fills another's mailbox. `mailbox`:
-- SHA-256 of the mailbox in its one form (server/src/platform/mail/mailbox.key.ts).
create table stranger_mails (
  mailbox bytea not null,
  at timestamptz not null
);
create index stranger_mails_mailbox_idx on stranger_mails (mailbox, at);
create index stranger_mails_at_idx on stranger_mails (at);
select protect('stranger_mails', 'false');

-- network: from where it was sent, as a /24 or /48. mailbox: as above; null for those of earlier versions. mailed_at: when
-- the applicant was asked to confirm; null while that waits for its turn.
alter table applications
  add column network text,
  add column mailbox bytea,
  add column mailed_at timestamptz;
update applications set mailed_at = created_at;
create index applications_network_idx on applications (network, mailed_at) where network is not null;
create index applications_mailed_idx on applications (merchant_id, mailed_at);
create index applications_unmailed_idx on applications (mailbox) where state = 'unconfirmed' and mailed_at is null;
