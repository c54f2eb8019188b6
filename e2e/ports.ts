/** The first of twenty ports that the run may use; another one lets two clones be tested at the same time. */
const first = Number(process.env.E2E_PORT || 4160);

/** The product that all tests share. */
export const SHARED_PORT = first;
/** A product of its own without the demo, which nobody has set up yet. */
export const SETUP_PORT = first + 2;
/** A product of its own that sends mail. */
export const MAIL_PORT = first + 4;
/** The product that is started, stopped and killed. */
export const LIFE_PORT = first + 10;
/** Where no product comes up. */
export const REFUSED_PORT = first + 18;
/** Where data is backed up, restored and damaged. */
export const DATA_PORT = first + 12;
/** The product with a channel whose provider is the test. */
export const CHANNEL_PORT = first + 6;
/** Where ten thousand sockets are opened. */
export const CROWD_PORT = first + 8;
/** Where an outside PostgreSQL listens. */
export const OUTSIDE_PORT = first + 14;
/** Where a reverse proxy stands before the product. */
export const PROXY_PORT = first + 16;
