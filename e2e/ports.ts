const PORTS_OF_A_WORKER = 20;

/** The first port that the run may use, twenty for each worker; another one lets two clones be tested at the same time. */
const firstOfAll = Number(process.env.E2E_PORT || 4160);

/** Where the product listens that the tests of one worker share. @param worker counted from 0 */
export const sharedPort = (worker: number): number => firstOfAll + worker * PORTS_OF_A_WORKER;

/** Playwright tells each of its processes which of the workers it is; who starts them is none. */
export const WORKER = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

const first = sharedPort(WORKER);

/** A product of its own without the demo, which nobody has set up yet. */
export const SETUP_PORT = first + 2;
/** A product of its own that sends mail. */
export const MAIL_PORT = first + 4;
/** A product of its own whose customers write with the sandbox's phone; files of one worker are tested one after the other. */
export const PHONE_PORT = first + 4;
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
/** One address before two servers, and these; long tests run one after the other. */
export const BALANCER_PORT = first + 19;
export const FIRST_SERVER_PORT = first + 11;
export const SECOND_SERVER_PORT = first + 13;
/** A product whose people sign in at another provider, and that provider. */
export const SIGN_IN_PORT = first + 3;
export const PROVIDER_PORT = first + 15;
/** The web application alone, on invented answers. */
export const MOCK_PORT = first + 17;
/** A product that pushes notices to closed pages; the crowd, which takes long, is never tested at the same time. */
export const PUSH_PORT = first + 8;
