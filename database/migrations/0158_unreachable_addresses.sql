-- Why an address that a brand typed had no answer told which names this network knows, and where they lead. Now there is
-- one answer for all of that, and only the log has more. These are the answers of earlier versions.
set local role vitrine_system;
update product_feed_runs set fault = 'unreachable', seen = ''
  where fault in ('name_not_found', 'unreachable') or (fault = 'address_refused' and seen like '% leads to %');
update product_feed_runs set seen = regexp_replace(seen, ' \([^()]* leads to [^()]*\)$', '')
  where fault = 'redirect_refused' and seen like '% leads to %';
update notifications set payload = jsonb_set(payload, '{fault}', '"unreachable"')
  where kind = 'feed_failed' and payload->>'fault' in ('name_not_found', 'address_refused');
update outgoing_attempts set fault = 'unreachable' where fault in ('name_not_found', 'address_refused');
reset role;
