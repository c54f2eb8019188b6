-- Whoever is named in a room follows it from then on, as who starred it: what is missed there is counted for them.
alter table memberships add column followed boolean not null default false;

-- Both are looked for together where something missed is counted, stars alone where the list is narrowed to them: one index answers both.
drop index memberships_starred;
create index memberships_following on memberships (user_id) where starred or followed;
