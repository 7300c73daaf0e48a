-- The variants of an installation come from files (VARIANTS_DIR) and can change with each start. A brand or user whose
-- variant is gone gets the standard one. The table `projects` stays until the next release, because this release's
-- predecessor checks its rights on it.
alter table merchants drop constraint merchants_project_fk;
alter table users drop constraint users_project_fk;
