#!/bin/sh
# Makes the two roles beside the owner and the database of restore drills, or gives the roles the passwords of .env. PostgreSQL's image runs it on an empty database; on one that
# was there before: docker compose exec postgres sh /docker-entrypoint-initdb.d/roles.sh
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv app POSTGRES_APP_PASSWORD
\getenv backup POSTGRES_BACKUP_PASSWORD
select format('create role %I login', role) from (values ('bitacora_app'), ('bitacora_backup')) as wanted (role)
  where role not in (select rolname from pg_roles) \gexec
alter role bitacora_app password :'app';
alter role bitacora_backup password :'backup';
select 'create database bitacora_drill owner bitacora_backup' where not exists (select from pg_database where datname = 'bitacora_drill') \gexec
SQL
