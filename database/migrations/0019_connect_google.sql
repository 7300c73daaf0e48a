-- Somebody who registered with a password can connect one account of a provider, and let it go again.
alter table openid_flows drop constraint openid_flows_intent_check;
alter table openid_flows add constraint openid_flows_intent_check check (intent in ('login', 'register', 'connect'));
alter table identities add constraint identities_one_of_each unique (user_id, provider);
