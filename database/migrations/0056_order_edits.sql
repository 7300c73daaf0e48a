-- Orders that a shop changed after they were placed. order_lines has the lines as they are now; each edit keeps those that
-- it replaced. A removed line stays with quantity 0, for its refunds and commissions.
create table order_edits (
  merchant_id uuid not null,
  order_id text not null,
  revision integer not null constraint order_edits_revision_check check (revision > 1),
  source text not null,
  lines_before jsonb not null,
  body jsonb not null,
  -- by the shop's clock
  edited_at timestamptz not null,
  received_at timestamptz not null,
  primary key (merchant_id, order_id, revision),
  constraint order_edits_order_fk foreign key (merchant_id, order_id) references orders (merchant_id, order_id)
);
select protect('order_edits', 'brand_only(merchant_id)');
select append_only('order_edits');
grant select, insert on order_edits to vitrine_app;

alter table orders add column revision integer not null default 1;
alter table orders add column edited_at timestamptz;
alter table order_lines add column revision integer not null default 1;
alter table order_lines drop constraint order_lines_quantity_check;
alter table order_lines add constraint order_lines_quantity_check check (quantity > 0 or (quantity = 0 and net = 0 and revision > 1));
alter table decisions drop constraint decisions_cause_check;
alter table decisions add constraint decisions_cause_check check (cause in ('order', 'late_click', 'late_touch', 'click_class', 'edit'));

-- A line changes only with an edit that has kept what it was.
create function refuse_unkept_change_of_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.revision > old.revision
    and (new.merchant_id, new.order_id, new.line_id) = (old.merchant_id, old.order_id, old.line_id)
    and exists (select from order_edits e where e.merchant_id = new.merchant_id and e.order_id = new.order_id
      and e.revision = new.revision and e.lines_before @> jsonb_build_array(to_jsonb(old) - 'merchant_id' - 'order_id'))
  then
    return new;
  end if;
  raise exception 'order_lines changes only with an edit: % refused', lower(tg_op) using errcode = 'VT001';
end $$;
drop trigger append_only on order_lines;
create trigger append_only before update or delete on order_lines for each row execute function refuse_unkept_change_of_line();
grant update (position, sku, title, quantity, unit_price, discount, net, revision) on order_lines to vitrine_app;
