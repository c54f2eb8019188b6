-- When somebody said last that they do not follow a room any more in which they were named. Following ends with the last message that names them, and what named
-- them before that moment does not keep it up.
alter table memberships add column unfollowed_at timestamptz;
