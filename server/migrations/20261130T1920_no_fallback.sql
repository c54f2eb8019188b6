-- NOT_INSTEAD: no short message could go out in place of a message that Viber did not bring; the reason says why.
alter table attempt_steps drop constraint attempt_steps_step_check;
alter table attempt_steps add constraint attempt_steps_step_check check (step in
  ('HANDED_OVER', 'PUT_OFF', 'NO_ANSWER', 'SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED', 'UNKNOWN', 'NOT_INSTEAD'));
