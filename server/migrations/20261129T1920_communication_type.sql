-- Over some of our ends of channels one only sends (an SMS sender without a number of its own): no conversation is held over those.
alter table channel_applications add column communication_type text not null default 'TWO_WAY' check (communication_type in ('TWO_WAY', 'ONE_WAY'));
