-- The list of a brand's invitations, which comes by page.
create index invitations_created_idx on invitations (merchant_id, created_at desc, id desc);
