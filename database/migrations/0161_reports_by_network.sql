-- From where a report was sent, as a /24 or /48: reports that somebody else sends in a reporter's name don't count for them.
alter table reports add column network text;
create index reports_sender_idx on reports (reporter_email, network, received_at);
