-- A decision is written together with its commit, so the database itself must end the transaction when hits were stored
-- after the facts of the decision were read. The server reads them again then.
create function require_same_touches(seen text, now text) returns void language plpgsql as $$
begin
  if seen is distinct from now then
    raise exception 'hits were stored after the facts were read' using errcode = 'VT006';
  end if;
end $$;
