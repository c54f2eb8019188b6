const paths = {
  close: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  send: 'M3.5 4 17 10 3.5 16l1.8-6ZM5.3 10H10',
  talk: 'M4 4.5h12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H9.5L6 17v-3H4a1 1 0 0 1-1-1V5.5a1 1 0 0 1 1-1Z',
  again: 'M15.5 6.5A6.5 6.5 0 1 0 16.5 10M15.8 3.5v3.3h-3.3',
  sound: 'M4 8h2.5L10 5v10l-3.5-3H4ZM12.75 7.75a3.2 3.2 0 0 1 0 4.5M14.75 5.75a6 6 0 0 1 0 8.5',
  silent: 'M4 8h2.5L10 5v10l-3.5-3H4ZM13 8l4 4M17 8l-4 4',
  clip: 'm15.7 9.3-5.9 5.9a3.7 3.7 0 0 1-5.2-5.2l6.3-6.3a2.5 2.5 0 0 1 3.5 3.5l-6.2 6.2a1.2 1.2 0 0 1-1.7-1.7l5.3-5.3',
  file: 'M6 3h5.5L15.5 7v9a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11.25 3.25V7.25H15.25',
  save: 'M10 3.5v9.25M6 9l4 4 4-4M4 16.5h12',
  down: 'M10 4v11.5M5.5 11l4.5 4.5 4.5-4.5',
  alert: 'M10 6.5v4.3M10 13.3v.1M10 3.25a6.75 6.75 0 1 0 0 13.5 6.75 6.75 0 0 0 0-13.5',
};

/** A line drawing of the set; the word beside it or its button's label says what it means. */
export function Icon({ of }: { of: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[of]} />
    </svg>
  );
}
