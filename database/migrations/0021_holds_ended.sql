-- When the brand gave its word on a held commission, whichever it was: the explanation of its order tells of it. Words
-- given before this column was there are known by the commission's state alone.
alter table commissions add column hold_ended_at timestamptz;
