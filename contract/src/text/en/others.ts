/** Colleagues at the same customer's room: who looks at it and writes in it, and what they have answered meanwhile. */
export const others = {
  OTHERS_LOOKS: '{names} is looking',
  OTHERS_LOOK: '{names} are looking',
  OTHERS_WRITES: '{names} is writing',
  OTHERS_WRITE: '{names} are writing',
  OTHERS_MORE_one: '{count} more',
  OTHERS_MORE_other: '{count} more',
  OTHERS_ANSWERED: '{name} has answered since you last looked. What you wrote has not been sent.',
  OTHERS_UNSENT: 'Your message: {words}',
  OTHERS_BEHIND: 'Say first what is to become of the message above.',
  OTHERS_SEND_ANYWAY: 'Send anyway',
  OTHERS_READ_FIRST: 'Read first',
  COLLEAGUE_ANSWERED: '{name} has answered since you last looked.',
};
