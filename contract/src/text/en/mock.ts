/** What stands above the application where it runs alone, on invented answers. */
export const mock = {
  MOCK_BANNER_NAME: 'Demonstration',
  MOCK_BANNER:
    'A demonstration: everything here is invented. No server is asked, nothing is sent, and what you do is forgotten when the page is closed.',
};
