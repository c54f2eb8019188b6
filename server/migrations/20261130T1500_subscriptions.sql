-- A customer may leave a channel that goes by subscription (Viber's bots): nothing reaches them there until they are back
-- (communications, section 3: CUSTOMER_SUBSCRIBED, CUSTOMER_UNSUBSCRIBED).
alter table contact_channels
  add column unsubscribed boolean not null default false,
  -- Of what the provider told last, by its clock: what it brings late changes nothing.
  add column subscription_at timestamptz;
