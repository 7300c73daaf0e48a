-- An invitation can name the group that the creator joins on accepting it, and whom it greets.
alter table invitations add column group_id uuid;
alter table invitations add column name text not null default '';
alter table invitations add constraint invitations_group_fk foreign key (merchant_id, group_id)
  references creator_groups (merchant_id, id);
create index invitations_group_idx on invitations (merchant_id, group_id);

-- The welcome texts that a creator has read and put away. Others are shown on their portal.
create table dismissed_welcomes (
  merchant_id uuid not null,
  group_id uuid not null,
  creator_id uuid not null constraint dismissed_welcomes_creator_fk references users (id),
  dismissed_at timestamptz not null,
  primary key (merchant_id, group_id, creator_id),
  constraint dismissed_welcomes_group_fk foreign key (merchant_id, group_id) references creator_groups (merchant_id, id)
);
create index dismissed_welcomes_creator_idx on dismissed_welcomes (creator_id);
select protect('dismissed_welcomes', 'own_or_brand(merchant_id, creator_id)');
grant select, insert on dismissed_welcomes to vitrine_app;
