/** Conversations that are resolved by themselves after a long silence: the settings, and what their customer reads before. */
export const autoResolve = {
  /** Minutes; to the customer, where the account has no words of its own. */
  AUTO_RESOLVE_WARNING:
    'Are you still there? If we hear nothing more from you, we will close this conversation in {minutes} min. You can always write again.',
  ADMINISTRATION_AUTO_RESOLVE: 'Silent conversations',
  ADMINISTRATION_AUTO_RESOLVE_CARD: 'When a conversation whose customer no longer answers is resolved by itself.',
  ADMINISTRATION_AUTO_RESOLVE_NEVER: 'Never resolved by themselves',
  ADMINISTRATION_AUTO_RESOLVE_AFTER: 'Resolved after {minutes} min of silence',
  ADMINISTRATION_OPEN_AUTO_RESOLVE: 'Open silent conversations',
  AUTO_RESOLVE_FAILED: 'When conversations are resolved by themselves could not be loaded',
  AUTO_RESOLVE_SILENCE: 'Silence',
  AUTO_RESOLVE_SILENCE_WHY:
    'Counted from our last answer, or from what its agent typed last. A conversation in which the customer waits for us, one that is snoozed and one in which a message waits to be sent are left open. Each queue can have a time of its own.',
  AUTO_RESOLVE_MINUTES: 'Resolve after, in minutes',
  AUTO_RESOLVE_MINUTES_WORDS: 'Empty: never. From 5 minutes to 30 days (43,200).',
  AUTO_RESOLVE_WARN: 'Warning',
  AUTO_RESOLVE_WARN_WHY:
    'The customer is asked first whether they are still there, over the channel of our last answer; the conversation is resolved when they stay silent.',
  AUTO_RESOLVE_WARN_MINUTES: 'Minutes between the warning and the end',
  AUTO_RESOLVE_WARN_MINUTES_WORDS: 'Empty: no warning.',
  AUTO_RESOLVE_WARN_TEXT: 'Words of the warning',
  AUTO_RESOLVE_WARN_OUTSIDE: 'Warn by SMS, Viber and e-mail, too',
  AUTO_RESOLVE_WARN_OUTSIDE_WORDS:
    'Switched off, conversations there end without a warning: a text message may cost something, and who has read an e-mail may not look again in time.',
  AUTO_RESOLVE_WARN_TEXT_WORDS: 'Empty: the usual words, in the customer’s language.',
  QUEUES_SILENCE_MINUTES: 'Resolve silent conversations after, in minutes',
  QUEUES_SILENCE_MINUTES_WORDS: 'Empty: as the account says. 0: never by themselves.',
};
