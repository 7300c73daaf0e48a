#!/bin/sh
# Runs once, when the volume of PostgreSQL is empty. Vitrine gets a role of its own that is no superuser; the superuser
# loses its password, so that only someone inside this container can log in as it.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role vitrine login createrole password :'password';
create database vitrine owner vitrine;
alter role postgres password null;
SQL
