-- Readiness compares what was carried out with what this version brings. The table holds names and times of migrations, nothing of a tenant.
grant select on kysely_migration to parley_app;
