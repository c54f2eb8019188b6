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
  COMMUNICATIONS_FILE_DOWNLOAD: 'Download {name} {size}',
  COMMUNICATIONS_PICTURE_OPEN: 'Open the picture {name}',
  COMMUNICATIONS_PICTURE_LOADING: 'The picture is loading',
  COMMUNICATIONS_PICTURE_FAILED: 'The picture could not be loaded',
  COMMUNICATIONS_PICTURE_GONE: 'This picture cannot be seen any more',
};
