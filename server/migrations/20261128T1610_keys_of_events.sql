-- No row of one account can name a row of another, and none can take a key that another needs: what store_events alone kept of events
-- is kept by the database again. Measured anew, the three keys of an event cost 5 to 15 % of storing it; what cost most were the keys into
-- the one row of the account and of the channel application, which every message of everybody locks. Those stay away, and the unique
-- keys of their tables begin with the account instead.
alter table events
  add foreign key (account_id, room_id) references rooms (account_id, id),
  add foreign key (account_id, conversation_id) references conversations (account_id, id),
  add foreign key (account_id, contact_channel_id) references contact_channels (account_id, id);

-- The keys refuse now what these refused.
drop trigger kept_while_events_stand on rooms;
drop trigger kept_while_events_stand on conversations;
drop trigger kept_while_events_stand on contact_channels;
drop function keep_while_events_stand();

alter table client_sends drop constraint client_sends_pkey, add primary key (account_id, sender_id, client_message_id);
alter table inbound_receipts drop constraint inbound_receipts_pkey, add primary key (account_id, channel_application_id, provider_message_id);
alter table raw_inbound drop constraint raw_inbound_channel_application_id_delivery_key_key,
  add unique (account_id, channel_application_id, delivery_key);

-- These never had one.
alter table rooms
  add foreign key (account_id, pair_low) references users (account_id, id),
  add foreign key (account_id, pair_high) references users (account_id, id),
  add foreign key (account_id, last_assigned_user_id) references users (account_id, id),
  add foreign key (account_id, last_channel_application_id) references channel_applications (account_id, id);
