/** What one mail may make its reader do; what is beyond is left out, and the mail says CUT. */
export const DEEPEST_PART = 20;
export const MOST_PARTS = 500;
/** Of all headers of a mail and of its parts together. */
export const MOST_HEADER_BYTES = 256 * 1024;
export const MOST_ADDRESSES = 500;
/** The first and the last so many of the Message-IDs that a mail refers to. */
export const REFERENCES_AT_EACH_END = 20;
export const LONGEST_MESSAGE_ID = 998;
/** RFC 5321: 64 of the local part, 255 of the domain, and the sign between them. */
export const LONGEST_ADDRESS = 320;
export const LONGEST_NAME = 500;
