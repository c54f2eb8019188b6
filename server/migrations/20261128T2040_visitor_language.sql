-- In which language a chat speaks: the visitor's where it has it, or its own always. What was there before keeps its own.
alter table widgets add follows_visitor boolean not null default false;

-- What the visitor, or their site, wishes; null for the widget's own.
alter table visitor_sessions add language text;
