/** What was written elsewhere and is offered above the composer. */
export const drafts = {
  COMMUNICATIONS_DRAFTS_OTHER: 'Written elsewhere',
  COMMUNICATIONS_DRAFT_OF_WINDOW: 'From another window',
  COMMUNICATIONS_DRAFT_OF_CHANNEL: 'On {channel}',
  COMMUNICATIONS_DRAFT_USE: 'Use',
  COMMUNICATIONS_DRAFT_USE_HERE: 'Use here',
  COMMUNICATIONS_DRAFT_DROP: 'Drop',
  COMMUNICATIONS_DRAFT_DROPPED: 'Dropped',
  COMMUNICATIONS_DRAFT_TAKE_BACK: 'Undo',
};
