/** What Chromium is started with in tests: it asks nobody outside for anything. */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium as people have it. */
export const WHOLE = process.env.CHROMIUM || '/usr/bin/chromium';

/** The same engine without windows, notices and settings of its own: pages look and work the same in it, for half the processor's time. */
export const SHELL = process.env.CHROMIUM_SHELL || WHOLE;

const environment = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** How a browser is started. Without a language of UTF-8 Chromium can neither open nor save files whose names are not English. */
export const launchOptionsOf = (executablePath: string) => ({
  launchOptions: { executablePath, args: ARGUMENTS, env: { ...environment, LC_ALL: 'C.UTF-8' } },
});

/** For tests of what only a whole browser has: notices on the desktop, storage as a person has set it. */
export const IN_WHOLE_BROWSER = launchOptionsOf(WHOLE);
