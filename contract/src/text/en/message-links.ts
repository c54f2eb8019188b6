/** Going to a message by its link, and copying that (communications, section 3: scrollToRoomEventId). */
export const messageLinks = {
  COMMUNICATIONS_LINK_COPY: 'Copy the link to this message',
  COMMUNICATIONS_EVENT_MISSING: 'The linked message is not in this room. Here are its newest messages.',
  COMMUNICATIONS_LINK_COPIED: 'Link copied.',
  COMMUNICATIONS_LINK_NOT_COPIED: 'The browser did not allow the link to be copied.',
};
