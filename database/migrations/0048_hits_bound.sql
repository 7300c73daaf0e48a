-- `hits` becomes partitioned by month, by the time in its ids. The existing table becomes the first partition as it is,
-- without copying a row. For that it needs a bound that its rows are known to keep: declared here without reading them,
-- checked in 0048b while hits are still stored, and used in 0048c.

-- The lowest id that a hit of this millisecond can have.
create function first_hit_id(at timestamptz) returns uuid language sql immutable parallel safe
  as $$ select rpad(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;

-- The first instant of a month in UTC, `months` after the one of `at`.
create function month_start(at timestamptz, months integer default 0) returns timestamptz language sql immutable parallel safe
  as $$ select (date_trunc('month', at at time zone 'UTC') + months * interval '1 month') at time zone 'UTC' $$;

-- The month in which this runs, and the next one if it is near: earlier versions can store hits until 0048c has run.
do $$
declare
  newest text := (select replace(id::text, '-', '') from hits order by id desc limit 1);
  until timestamptz := now() + interval '2 days';
begin
  until := greatest(until, to_timestamp(('x' || left(newest, 12))::bit(48)::bigint / 1000.0));
  execute format('alter table hits add constraint hits_bound_check check (id < %L) not valid', first_hit_id(month_start(until, 1)));
end $$;
