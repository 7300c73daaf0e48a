-- What an order's line is. Only products earn commission, unless the brand says otherwise.
alter table order_lines add column kind text not null default 'product'
  constraint order_lines_kind_check check (kind in ('product', 'gift_card', 'tip', 'donation'));
grant update (kind) on order_lines to vitrine_app;
alter table merchants add column earning_line_kinds text[] not null default '{}'
  constraint merchants_earning_line_kinds_check check (earning_line_kinds <@ array['gift_card', 'tip', 'donation']);

-- Orders in any other currency wait until the brand accepts it.
alter table merchants add column accepted_currencies text[] not null default '{}';
set local role vitrine_system;
update merchants m set accepted_currencies = used.currencies
  from (select merchant_id, array_agg(distinct currency order by currency) as currencies from orders group by 1) used
  where used.merchant_id = m.id and used.currencies <> array[m.currency];
reset role;

-- An order that the shopper has not paid yet is kept and decided once it is paid.
alter table orders add column awaits_payment boolean not null default false;

-- What a refund takes, as the shop reported it: by line, or an amount without lines. Its lines are calculated again whenever
-- a later event changes what is left of the order, so that the result doesn't depend on the order in which events arrive.
-- Null: its lines are final.
alter table refunds add column claims jsonb;
alter table refunds drop constraint refunds_kind_check;
alter table refunds add constraint refunds_kind_check check (kind in ('refund', 'cancellation', 'dispute'));

create function refuse_change_of_final_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.merchant_id, new.order_id, new.refund_id, new.line_id) = (old.merchant_id, old.order_id, old.refund_id, old.line_id)
    and exists (select from refunds r where r.merchant_id = new.merchant_id and r.order_id = new.order_id
      and r.refund_id = new.refund_id and (r.claims is not null or r.kind = 'cancellation'))
  then
    return new;
  end if;
  raise exception 'refund_lines changes only for refunds that are calculated: % refused', lower(tg_op) using errcode = 'VT001';
end $$;
drop trigger append_only on refund_lines;
create trigger append_only before update or delete on refund_lines for each row execute function refuse_change_of_final_refund();
grant update (quantity, amount) on refund_lines to vitrine_app;

-- Payments that the shopper disputes with their bank. While one is open, the commissions of its order are on hold.
create table disputes (
  merchant_id uuid not null,
  order_id text not null,
  dispute_id text not null,
  source text not null,
  state text not null constraint disputes_state_check check (state in ('open', 'won', 'lost')),
  -- in the order's currency; null: the whole order
  amount bigint constraint disputes_amount_check check (amount >= 0),
  opened_at timestamptz not null,
  decided_at timestamptz,
  primary key (merchant_id, order_id, dispute_id),
  constraint disputes_order_fk foreign key (merchant_id, order_id) references orders (merchant_id, order_id)
);
select protect('disputes', 'brand_only(merchant_id)');
grant select, insert on disputes to vitrine_app;
grant update (state, amount, decided_at) on disputes to vitrine_app;
