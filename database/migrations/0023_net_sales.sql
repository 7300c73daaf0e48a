-- Sales are what shoppers kept of the lines that earn a commission. A refund changes them, so what was refunded of a
-- line is kept beside its commission, where sums over a range read it from one index. A commission that the brand
-- declined keeps the brand's reason for the creator, and its line is no sale of the creator any more.
alter table commissions
  add column refunded bigint not null default 0,
  add column declined_at timestamptz,
  add column decline_reason text;

-- The owner of these tables is under their policies too; this file alone has to see every row.
alter table commissions no force row level security;
alter table commission_reversals no force row level security;
alter table refund_lines no force row level security;
alter table audit_entries no force row level security;

update commissions c set refunded = r.refunded
from (select merchant_id, order_id, line_id, sum(amount)::bigint as refunded from refund_lines group by 1, 2, 3) r
where r.merchant_id = c.merchant_id and r.order_id = c.order_id and r.line_id = c.line_id and r.refunded > 0;

update commissions c set declined_at = r.at,
  decline_reason = (
    select a.details ->> 'reason' from audit_entries a
    where a.subject_kind = 'commission' and a.subject_id = c.id::text and a.action = 'commission.declined'
    order by a.seq desc limit 1
  )
from commission_reversals r
where r.merchant_id = c.merchant_id and r.commission_id = c.id and r.reason = 'declined';

alter table commissions force row level security;
alter table commission_reversals force row level security;
alter table refund_lines force row level security;
alter table audit_entries force row level security;

alter table commissions
  add column sales bigint not null generated always as (case when declined_at is null then base - refunded else 0 end) stored,
  add constraint commissions_refunded_check check (refunded between 0 and base),
  add constraint commissions_decline_reason_check check (decline_reason is null or declined_at is not null);

-- What orders of a range earned and sold, from the index alone and in the order in which their lines can be counted as one.
drop index commissions_account_idx;
create index commissions_account_idx on commissions (merchant_account_id, earned_at, order_id)
  include (currency, sales, amount, reversed, merchant_id, creator_id);
