/** What events are that are more than words and files, and what the system recorded of such (communications, section 3). */
export const faces = {
  // What a channel could not carry over
  FACE_UNSUPPORTED_AUDIO: 'Audio message. It cannot be played here.',
  FACE_UNSUPPORTED_VIDEO: 'Video. It cannot be shown here.',
  FACE_UNSUPPORTED_REEL: 'Reel. It cannot be shown here.',
  FACE_UNSUPPORTED_MAX_IMAGE_RESOLUTION: 'Image with too many pixels to be shown here.',
  FACE_UNSUPPORTED_MAX_IMAGE_SIZE: 'Image that is too large to be taken over.',
  FACE_UNSUPPORTED_MAX_FILE_SIZE: 'File that is too large to be taken over.',
  FACE_UNSUPPORTED_CONTACT: 'Contact card. It cannot be shown here.',
  FACE_UNSUPPORTED_STICKER: 'Sticker. It cannot be shown here.',
  FACE_UNSUPPORTED_URL: 'Link preview. It cannot be shown here.',
  FACE_UNSUPPORTED_LOCATION: 'Location. It cannot be shown here.',
  FACE_UNSUPPORTED_UNKNOWN: 'Message of an unknown kind. It cannot be shown here.',
  FACE_UNSUPPORTED_INCOMPLETE: 'Message that did not arrive whole.',

  // Buttons, and answers to choose from
  FACE_OPTIONS: 'Answers to choose from',
  FACE_BUTTON_CLOSED: 'This button leads to an address that is not opened here.',
  FACE_FALLBACK: 'Where this cannot be shown: {text}',

  // E-mails
  FACE_EMAIL: 'E-mail: {subject}',
  FACE_EMAIL_NO_SUBJECT: 'No subject',
  FACE_EMAIL_FROM: 'From',
  FACE_EMAIL_TO: 'To',
  FACE_EMAIL_CC: 'Cc',
  FACE_EMAIL_BCC: 'Bcc',
  FACE_EMAIL_REPLY_TO: 'Reply to',
  FACE_EMAIL_RECEIVED: 'Received',
  FACE_EMAIL_DETAILS: 'Details',
  FACE_EMAIL_ATTACHMENTS: 'Attachments',
  FACE_EMAIL_NO_TEXT: 'This e-mail has no text.',
  FACE_EMAIL_LOADING: 'The e-mail is loading',
  FACE_EMAIL_FAILED: 'The e-mail could not be loaded as it looks. This is its text.',
  FACE_EMAIL_CUT: 'This e-mail was too long and ends here.',
  FACE_EMAIL_PICTURES_one: 'Load {count} picture',
  FACE_EMAIL_PICTURES_other: 'Load {count} pictures',
  FACE_EMAIL_PICTURES_WHY: 'Pictures from elsewhere are loaded only when you ask: the sender could see that the e-mail was opened.',
  FACE_EMAIL_WHOLE: 'Show the whole e-mail',
  FACE_EMAIL_LESS: 'Show less',

  // Calls
  FACE_CALL_IN: 'Incoming call',
  FACE_CALL_OUT: 'Outgoing call',
  FACE_CALL_ANSWERED: 'answered',
  FACE_CALL_NO_ANSWER: 'not answered',
  FACE_CALL_BUSY: 'busy',
  FACE_CALL_FAILED: 'failed',
  FACE_CALL_CANCELLED: 'ended before it was answered',
  FACE_CALL_VOICEMAIL: 'voicemail',
  FACE_CALL_UNDER_WAY: 'under way',
  FACE_CALL_ENDED: 'ended',
  FACE_CALL_FROM_TO: '{from} → {to}',
  FACE_CALL_LINE: 'Line: {line}',
  FACE_CALL_BEGAN: 'Began at {time}',
  FACE_CALL_CALLBACK: 'Callback asked for',
  FACE_CALL_LENGTH: 'Length',
  FACE_CALL_PLAY: 'Play the recording',
  FACE_CALL_RECORDING: 'Recording of the call',
  FACE_CALL_RECORDING_GONE: 'The recording cannot be heard any more',
  FACE_CALL_RECORDING_FAILED: 'The recording could not be loaded',
  FACE_CALL_SPEED: 'Speed',
  FACE_CALL_SPEED_OF: '{speed}×',

  // Whoever has no name
  FACE_BY_CHATBOT: 'the chatbot',
  FACE_BY_API: 'another system',
  FACE_BY_BROADCAST: 'a broadcast',
  FACE_BY_CUSTOMER: 'the customer',

  // What the system recorded
  FACE_EVENT_WITH_VALUE: '{event}: {value}',
  FACE_EVENT_MESSAGE: 'A message was recorded',
  FACE_EVENT_STATUS: 'The delivery status of a message changed',
  FACE_EVENT_CHATBOT_FALLBACK: 'The chatbot {names} passed the conversation on',
  FACE_EVENT_CHATBOT_COMPLETE: 'The chatbot {names} finished',
  FACE_EVENT_CHATBOT_ASSIGNED: 'The chatbot {names} answers',

  // Files that are not here
  COMMUNICATIONS_FILE_COMING: 'The file is coming…',
  COMMUNICATIONS_FILE_NOT_FETCHED: 'This file could not be fetched',
};
