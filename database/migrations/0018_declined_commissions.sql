-- A held commission can be declined by its brand: all of it is taken back, without a refund.
alter table commission_reversals alter column refund_id drop not null;
alter table commission_reversals add constraint commission_reversals_refund_or_declined
  check ((refund_id is null) = (reason = 'declined'));
