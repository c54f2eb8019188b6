-- The account wall (docs: account wall). Enabled, not forced; policies for parley_app alone.
do $$
declare
  t text;
begin
  alter table accounts enable row level security;
  create policy own_account on accounts to parley_app using (id = nullif(current_setting('app.account', true), '')::uuid);
  foreach t in array array['users', 'user_credentials', 'queues', 'queue_members', 'user_presence', 'presence_leases', 'used_tickets', 'contacts',
    'channel_applications', 'rooms', 'contact_channels', 'conversations', 'conversation_channels', 'participants', 'memberships', 'room_access',
    'events', 'client_sends', 'inbound_receipts', 'attempts', 'waiting', 'widgets', 'visitor_sessions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_account on %I to parley_app using (account_id = nullif(current_setting(''app.account'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update, delete on all tables in schema public to parley_app;
revoke all on kysely_migration, kysely_migration_lock from parley_app;
grant usage on all sequences in schema public to parley_app;
-- Tables of later migrations: the same grants without repeating them; each still states its own policy.
alter default privileges in schema public grant select, insert, update, delete on tables to parley_app;
alter default privileges in schema public grant usage on sequences to parley_app;
