-- In which zone a shop writes times without one (IANA). Null: the shop sends UTC.
alter table shop_connections add column time_zone text;
