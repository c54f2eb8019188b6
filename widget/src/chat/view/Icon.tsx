const paths = {
  close: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  send: 'M3.5 4 17 10 3.5 16l1.8-6ZM5.3 10H10',
  talk: 'M4 4.5h12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H9.5L6 17v-3H4a1 1 0 0 1-1-1V5.5a1 1 0 0 1 1-1Z',
  again: 'M15.5 6.5A6.5 6.5 0 1 0 16.500 10M15.8 3.5v3.300h-3.300',
  sound: 'M4 8h2.500L10 5v10l-3.500-3H4ZM12.750 7.750a3.200 3.200 0 0 1 0 4.500M14.750 5.750a6 6 0 0 1 0 8.500',
  silent: 'M4 8h2.500L10 5v10l-3.500-3H4ZM13 8l4 4M17 8l-4 4',
  clip: 'm15.700 9.300-5.900 5.900a3.700 3.700 0 0 1-5.200-5.200l6.300-6.300a2.500 2.500 0 0 1 3.500 3.500l-6.200 6.200a1.200 1.200 0 0 1-1.700-1.700l5.300-5.300',
  file: 'M6 3h5.500L15.500 7v9a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11.250 3.250V7.250H15.250',
  save: 'M10 3.500v9.250M6 9l4 4 4-4M4 16.500h12',
  down: 'M10 4v11.5M5.500 11l4.500 4.500 4.500-4.500',
  alert: 'M10 6.5v4.300M10 13.300v.1M10 3.250a6.750 6.750 0 1 0 0 13.500 6.750 6.750 0 0 0 0-13.500',
};

/** A line drawing of the set; the word beside it or its button's label says what it means. */
export function Icon({ of }: { of: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[of]} />
    </svg>
  );
}
