/** Pictures of a room, shown large. */
export const lightbox = {
  COMMUNICATIONS_PICTURES: 'Pictures of this room',
  COMMUNICATIONS_PICTURE_OF: '{number} of {count}',
  COMMUNICATIONS_PICTURE_PREVIOUS: 'Previous picture',
  COMMUNICATIONS_PICTURE_NEXT: 'Next picture',
  COMMUNICATIONS_PICTURE_ACTUAL: 'Show in actual size',
  COMMUNICATIONS_PICTURE_FIT: 'Fit into the window',
  COMMUNICATIONS_PICTURE_DOWNLOAD: 'Download',
  COMMUNICATIONS_PICTURE_CLOSE: 'Close',
};
