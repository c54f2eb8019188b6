/** What was written elsewhere and is offered above the composer. */
export const drafts = {
  COMMUNICATIONS_ATTACH_DROP: 'Drop files here',
  COMMUNICATIONS_ATTACH_DROP_ON: 'They are attached to your answer on {channel}.',
  COMMUNICATIONS_ATTACH_DROP_COLLEAGUES: 'They are attached to your message to colleagues.',
  COMMUNICATIONS_ATTACH_DROP_NOTE: 'They are attached to your private note.',
  COMMUNICATIONS_ATTACH_DROP_NOT: 'No files can be attached here',
  COMMUNICATIONS_ATTACH_DROP_NOT_WORDS: 'Nothing can be written to the customer here now. A private note can hold files.',
  COMMUNICATIONS_ATTACH_NO_FOLDERS: 'Folders cannot be attached. Choose the files in them.',
  COMMUNICATIONS_DRAFTS_OTHER: 'Written elsewhere',
  COMMUNICATIONS_DRAFT_OF_WINDOW: 'From another window',
  COMMUNICATIONS_DRAFT_OF_CHANNEL: 'On {channel}',
  COMMUNICATIONS_DRAFT_USE: 'Use',
  COMMUNICATIONS_DRAFT_USE_HERE: 'Use here',
  COMMUNICATIONS_DRAFT_AS_NOTE: 'Use as a note',
  COMMUNICATIONS_DRAFT_DROP: 'Drop',
  COMMUNICATIONS_DRAFT_DROPPED: 'Dropped',
  COMMUNICATIONS_DRAFT_TAKE_BACK: 'Undo',
};
