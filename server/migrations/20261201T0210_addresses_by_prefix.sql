-- Whom an e-mail may go to is offered by the beginning of the address.
create index contact_channels_of_address on contact_channels (account_id, address text_pattern_ops) where type = 'EMAIL';
