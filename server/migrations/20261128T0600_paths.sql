-- Ways into tables that a large database was read from end to end without.

-- Where the conversation of a channel stands, also after it was resolved: asked whenever a visitor comes back or writes.
create index conversation_channels_of_channel on conversation_channels (contact_channel_id);
-- What waits longest in one account, whatever waits in the others.
create index waiting_in_account on waiting (account_id, place);
-- Followed rooms with something missed: counted at every start of the application, whatever one has ever taken part in.
create index memberships_starred on memberships (user_id) where starred;
-- In the order in which lists are shown, both ways round, so that a page is read and not all rooms sorted for it.
create index rooms_in_order on rooms (account_id, state, last_event_at desc nulls last, id desc);
drop index rooms_by_state;
