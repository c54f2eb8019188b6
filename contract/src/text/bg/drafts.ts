import type { drafts as en } from '../en/drafts.ts';

export const drafts: Record<keyof typeof en, string> = {
  COMMUNICATIONS_DRAFTS_OTHER: 'Написано другаде',
  COMMUNICATIONS_DRAFT_OF_WINDOW: 'От друг прозорец',
  COMMUNICATIONS_DRAFT_OF_CHANNEL: 'По {channel}',
  COMMUNICATIONS_DRAFT_USE: 'Използване',
  COMMUNICATIONS_DRAFT_USE_HERE: 'Използване тук',
  COMMUNICATIONS_DRAFT_DROP: 'Премахване',
  COMMUNICATIONS_DRAFT_DROPPED: 'Премахнато',
  COMMUNICATIONS_DRAFT_TAKE_BACK: 'Връщане',
};
