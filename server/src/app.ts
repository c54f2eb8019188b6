import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserFaultCalls, type Caller, calls, mountCalls } from './accounts/index.ts';
import { administrationApi, letterLimits, ownProfileApi, picturesOfPeople, welcomeTold } from './administration/index.ts';
import { auditApi } from './audit/index.ts';
import { openEmail, startFetchingMail, startReceivingMail } from './channels/email/index.ts';
import { mailboxesApi, writeFromApi } from './channels/email/mailboxes/index.ts';
import {
  createLetterPlace,
  FIND_LETTERS_TASK,
  findLettersTask,
  LETTER_TASK,
  type LetterPlace,
  letterTask,
  openLivechat,
  visitorPushes,
  widgetsApi,
} from './channels/livechat/index.ts';
import { type MakeAdapter, openProviders, providerSecrets } from './channels/providers/index.ts';
import { carriersApi, channelEndsApi } from './channels/settings/index.ts';
import { carrierTroublesApi, smsAdapter } from './channels/sms/index.ts';
import { keepViberFallback, VIBER_FALLBACK_TASK, viber, viberFallbackTask } from './channels/viber/index.ts';
import { viberPublic } from './channels/viber-public/index.ts';
import type { Config } from './config.ts';
import { originsOf } from './config-web.ts';
import { DEMO_SUPER_USER, LUMEN, makeDemo, ORION, startDemoChannels } from './demo/index.ts';
import { filesApi, mountUploads, openFiles, openStorage, serveFiles, sweepFiles } from './files/index.ts';
import { configurationCalls, createIdentity, hashOfNone } from './identity/index.ts';
import { monitoringApi, tellMonitoring } from './monitoring/index.ts';
import { forgetNotifications, notificationsApi, notifyPeople, openPush } from './notifications/index.ts';
import { createLocalBus } from './platform/bus.ts';
import { newId } from './platform/clock.ts';
import { answerOtherOrigins } from './platform/cross-origin.ts';
import { openDatabase } from './platform/database.ts';
import { type Guard, openInternet } from './platform/guarded-fetch.ts';
import { createHealth, dependenciesOf, mountHealth } from './platform/health.ts';
import { createHttp, type Http } from './platform/http.ts';
import { createHub } from './platform/hub.ts';
import { startJobs } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import { MAIL_TASK, openMail } from './platform/mail.ts';
import { mountMetrics } from './platform/metrics.ts';
import { appUrl, migrate } from './platform/migrate.ts';
import { deriveKey, derivePassword } from './platform/secret.ts';
import { connectProcesses } from './platform/several-processes.ts';
import { serveSockets } from './platform/sockets.ts';
import { answerWhileStarting } from './platform/starting-answer.ts';
import { serveWebApplication } from './platform/web-files.ts';
import { agentSocket, createTickets, forgetUsedTickets } from './realtime/index.ts';
import {
  type CustomerPushes,
  channelsApi,
  countersApi,
  discussionsApi,
  draftsApi,
  type EmailsDeps,
  emailsApi,
  forgetOldWork,
  LATE_PARTS_TASK,
  lateParts,
  messagesApi,
  openRooms,
  originalsApi,
  pinnedNotesApi,
  type RoomsDeps,
  roomFrames,
  roomsApi,
  roomViewsApi,
  scheduledApi,
  serveEmails,
  snoozesApi,
  startDelivering,
  startFetching,
  startFetchingPictures,
  startReceiving,
  startSending,
  tellScheduledOf,
  userSubjects,
} from './rooms/index.ts';
import {
  GIVE_BACK_TASK,
  giveBackTask,
  isAnybodyReady,
  keepPresence,
  keepWrapUp,
  lookWhenWoken,
  newConversationsFrom,
  placeInLine,
  presenceApi,
  routeByDefaultQueue,
  SILENCE_TASK,
  silenceTask,
  startGivingOut,
  startTakingGoneLeases,
  startWatchingAbsences,
  tellPresence,
  timeslotsApi,
  transfersApi,
} from './routing/index.ts';

/** In UTC, at odd minutes, so that installations on one machine do not all work at once. */
const REGULARLY: readonly string[] = [
  '17 2 * * * rooms:forget',
  '47 2 * * * tickets:forget',
  '27 3 * * * notifications:forget',
  '37 * * * * files:sweep',
  `* * * * * ${FIND_LETTERS_TASK}`,
  `* * * * * ${SILENCE_TASK}`,
  `* * * * * ${LATE_PARTS_TASK}`,
];

/** The channels that go by a provider. */
const adaptersOf = ({ viberApiUrl }: Config): readonly MakeAdapter[] => [smsAdapter, viber, viberPublic(viberApiUrl)];

export interface App {
  /** Starts to listen. @returns the origin by which people reach it. */
  listen(): Promise<string>;
  /** Stops in order: no new work, sockets told to come back, what is under way finished, the database left. */
  close(): Promise<void>;
}

/** Where the built applications lie. */
export interface Built {
  web: string;
  widget: string;
}
const BUILT: Built = {
  web: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  widget: fileURLToPath(new URL('../../widget/dist', import.meta.url)),
};

/** Wires more into the same application before it listens: a channel beside those that the product brings, a route of it. */
export type More = (parts: {
  http: Http;
  rooms: RoomsDeps;
  letters: LetterPlace;
  /** Says which machines may be asked for pictures of e-mails, instead of those of the open internet. */
  reach: (guard: Guard) => void;
  /** Adds the adapter of a channel, in the place of the product's own. */
  adapt: (make: MakeAdapter) => void;
  /** Leaves out those that the product brings: nothing goes by a provider but what is added. */
  bringNone: () => void;
}) => void;

/** The only place that knows every module: brings the schema up to date, wires, makes the demo where it is missing. */
export async function buildApp(
  config: Config,
  log: Log,
  progress: (text: string) => void,
  built: Built = BUILT,
  more: More = () => {},
): Promise<App> {
  const waiting = await answerWhileStarting({ host: config.host, port: config.listenPort });
  const databasePassword = derivePassword(config.secret, 'database:app');
  progress('Bringing the database up to date');
  await migrate(config.database.ownerUrl, databasePassword);
  const db = openDatabase(appUrl(config.database.ownerUrl, databasePassword));
  const others = config.nats === undefined ? null : connectProcesses(config.nats, config.secret, log);
  const bus = others?.bus ?? createLocalBus();
  const hub = createHub(bus);
  const http = createHttp(log, config.trustedProxies);
  const health = createHealth(dependenciesOf({ db, bus }), log);
  const sockets = serveSockets(http.server, log, { ...config.sockets, trustedProxies: config.trustedProxies });
  others?.bringAnew(sockets);

  const folder = join(config.dataFolder, 'files');
  const files = openFiles({
    db,
    log,
    folder,
    storage: await openStorage(folder, config.filesBucket),
    limits: config.uploadLimits,
    urlKey: deriveKey(config.secret, 'files:url'),
  });
  const visitors = visitorPushes({ db, hub, log });
  const wakeAtWords = lookWhenWoken(bus);
  const customers: CustomerPushes = {
    ...visitors,
    stored(accountId, stored) {
      visitors.stored(accountId, stored);
      push.asking?.stored(accountId, stored);
      wakeAtWords(accountId, stored);
    },
  };
  const rooms = openRooms({ db, hub, log, files, customers });
  const letters = createLetterPlace();
  let guard = openInternet;
  const brought: MakeAdapter[] = [];
  let usual = adaptersOf(config);
  more({
    http,
    rooms,
    letters,
    reach(other) {
      guard = other;
    },
    adapt: (make) => void brought.push(make),
    bringNone() {
      usual = [];
    },
  });
  const { secret, publicUrl, outsideProvider: outside = null } = config;
  const providersKey = deriveKey(secret, 'providers:secrets');
  const adapters = [...brought, ...usual];
  const providers = openProviders({ rooms, bus, log, publicUrl, key: providersKey, adapters });
  const demo = config.demo && config.sandboxUrl !== undefined ? { people: demoPeople, sandboxUrl: config.sandboxUrl } : null;
  const mail = config.mail === undefined ? null : openMail(config.mail, deriveKey(config.secret, 'mail:waiting'), log);
  const identity = await createIdentity({ db, bus, log, secret, publicUrl, mail, demo, outside });
  const push = openPush({ db, log, secret, identity, settings: config.push });
  const tickets = createTickets(db, deriveKey(config.secret, 'realtime:ticket'));
  const presenceDeps = { db, hub, bus, log };
  const presence = keepPresence(presenceDeps, newId());
  const presenceTold = tellPresence(presenceDeps);
  const monitoringTold = tellMonitoring(presenceDeps);
  routeByDefaultQueue(db, bus);
  keepWrapUp(db, hub);
  keepViberFallback(db);
  notifyPeople(db, hub, config.push !== undefined);
  welcomeTold(db, hub);

  if (config.demo && config.sandboxUrl !== undefined) {
    progress('Looking after the demo');
    await makeDemo(rooms, config.sandboxUrl, hashOfNone);
  }
  const setup = await identity.beginSetup();
  if (setup !== null) progress(`There is no super admin yet. Open ${setup.address} and enter the code ${setup.code}`);
  const givingOut = startGivingOut(db, bus, log);
  const watching = startWatchingAbsences(db, bus, log);
  const leases = startTakingGoneLeases(db, bus, log);
  const delivering = startDelivering(rooms, log);
  const receiving = startReceiving(rooms, log);
  const fetching = startFetching(rooms, log);
  const pictures = startFetchingPictures(rooms, log);
  const sending = startSending(rooms, log);
  providers.stand();
  const secrets = providerSecrets(providersKey);
  const email = openEmail({ db, secrets, networks: config.mailboxNetworks, microsoftLoginUrl: config.microsoftLoginUrl });
  const fetchingMail = startFetchingMail(email, { db, files, log, connections: providers.connections });
  const receivingMail = startReceivingMail(email, { rooms, files, log, key: deriveKey(config.secret, 'emails:threads') });
  const demoChannels = demo && startDemoChannels({ db, bus, log, secrets, providers, sandboxUrl: demo.sandboxUrl });
  const own = {
    'rooms:forget': forgetOldWork,
    'tickets:forget': forgetUsedTickets,
    'files:sweep': sweepFiles(files),
    'notifications:forget': forgetNotifications,
    [GIVE_BACK_TASK]: giveBackTask(db, bus, (...who) => tellScheduledOf(rooms, ...who)),
    [SILENCE_TASK]: silenceTask(rooms),
    [VIBER_FALLBACK_TASK]: viberFallbackTask(rooms, providers.connections, log),
    [LATE_PARTS_TASK]: lateParts(rooms),
    [FIND_LETTERS_TASK]: findLettersTask(db, letters),
  };
  // What asks others works beside the rest and beside each other: one who does not answer holds up nobody else's.
  const kinds = [
    { tasks: own, regularly: REGULARLY },
    { tasks: identity.tasks, regularly: identity.regularly },
    { tasks: push.tasks, regularly: push.regularly },
    { tasks: mail === null ? {} : { [MAIL_TASK]: mail.send }, regularly: [] },
    { tasks: { [LETTER_TASK]: letterTask(db, letters) }, regularly: [] },
  ].filter(({ tasks }) => Object.keys(tasks).length > 0);
  const jobs = kinds.map(({ tasks, regularly }) =>
    startJobs({ ownerUrl: config.database.ownerUrl, log, tasks, crontab: regularly.join('\n') }),
  );

  const originAllowed = (origin: string | undefined) => origin !== undefined && identity.webOrigins.includes(origin);
  const agents = agentSocket({
    hub,
    log,
    tickets,
    originAllowed,
    identity,
    subjectsOf: userSubjects(db),
    handlers: roomFrames(rooms),
    opened: (client) => presence.arrived(client.actor),
    closed(client) {
      presence.left(client.actor);
      rooms.lookers.left(client);
    },
  });
  sockets.register('agent-web', agents.app);

  const secretKey = deriveKey(config.secret, 'visitor:secret');
  const livechat = openLivechat({
    rooms,
    log,
    tickets,
    secretKey,
    keys: deriveKey(config.secret, 'accounts:keys'),
    originAllowed,
    mail,
    placeInLine: (accountId, channelId) => placeInLine(db.reader(accountId), channelId),
    isAnybodyThere: (accountId) => isAnybodyReady(db.reader(accountId)),
    opensAt: (accountId) => newConversationsFrom(db.reader(accountId)),
    widgetFolder: built.widget,
  });
  sockets.register('widget', livechat.app);

  const caller: Caller = { actor: identity.actor, allowed: identity.allowed, visitor: livechat.visitor };
  const administration = { db, hub, bus, files, identity, key: deriveKey(config.secret, 'accounts:keys'), letters: letterLimits() };
  files.readers.push(picturesOfPeople);
  const emails: EmailsDeps = { rooms, log, key: deriveKey(config.secret, 'emails:page'), guard };
  const channelSettings = { db, bus, log, secrets, salt: providersKey, publicUrl, providers };
  const router = calls.router({
    configuration: configurationCalls({ ...config.web, signIn: identity.signIn }),
    users: { ...identity.calls, ...ownProfileApi(administration), ...presenceApi(presenceDeps), counters: countersApi(rooms) },
    ownSignIn: identity.ownSignIn,
    realtime: { ticket: agents.ticketCall },
    rooms: roomsApi(rooms),
    roomViews: roomViewsApi(rooms),
    pinnedNotes: pinnedNotesApi(rooms),
    messages: messagesApi(rooms),
    emails: { ...emailsApi(emails), ...originalsApi(rooms), ...writeFromApi(db) },
    discussions: discussionsApi(rooms),
    files: filesApi(files),
    visitor: livechat.calls,
    customers: livechat.customers,
    ...administrationApi(administration),
    audit: auditApi(db),
    notifications: notificationsApi(db, hub),
    push: push.calls,
    faults: browserFaultCalls(log),
    widgets: widgetsApi(db, administration.key),
    timeslots: timeslotsApi({ db, bus }),
    transfers: transfersApi({ db, bus }),
    snoozes: snoozesApi(rooms),
    scheduled: scheduledApi(rooms),
    drafts: draftsApi(rooms),
    channels: channelsApi(rooms),
    channelHealth: providers.calls,
    monitoring: monitoringApi(db),
    ...carriersApi(channelSettings),
    carrierTroubles: carrierTroublesApi({ rooms, connections: providers.connections }),
    ...channelEndsApi(channelSettings),
    ...mailboxesApi({ ...channelSettings, outbox: rooms.outbox, isAllowed: email.isAllowed, servers: email.servers }),
  });
  mountUploads(http, files, { ...caller, visitor: livechat.sender });
  mountCalls(http, router, caller, { proved: config.proveReads });
  serveFiles(http, files);
  serveEmails(http, emails);
  mountHealth(http, health);
  mountMetrics(http, { token: config.metricsToken });
  identity.mount(http);
  livechat.mount(http);
  providers.mount(http);
  const further = originsOf(config.web);
  if (further.length > 0) answerOtherOrigins(http, identity.webOrigins);
  serveWebApplication(http, built.web, [...(outside === null ? [] : [new URL(outside.issuer).origin]), ...further]);

  return {
    async listen() {
      await waiting.end();
      await http.listen({ host: config.host, port: config.listenPort });
      health.phase = 'running';
      return config.publicUrl;
    },
    async close() {
      health.phase = 'stopping';
      await waiting.end();
      agents.stop();
      livechat.stop();
      sockets.close();
      await http.close();
      await Promise.all([givingOut.stop(), watching.stop(), leases.stop(), demoChannels?.stop(), fetchingMail.stop()]);
      await providers.stop();
      await Promise.all([
        delivering.stop(),
        receiving.stop(),
        receivingMail.stop(),
        fetching.stop(),
        pictures.stop(),
        sending.stop(),
        ...jobs.map((pool) => pool.stop()),
      ]);
      await rooms.lanes.drained();
      await push.asking?.settled();
      await presence.stop();
      await presenceTold.stop();
      await monitoringTold.stop();
      await others?.stop();
      identity.close();
      await db.close();
    },
  };
}

/** Whom the sign-in page offers on the demo: everybody of the first account, somebody of the second, the super admin. */
async function demoPeople() {
  const of = (account: typeof LUMEN) =>
    account.people.map(({ id, firstName, lastName, role }) => ({ userId: id, firstName, lastName, role, accountName: account.name }));
  const { id, firstName, lastName } = DEMO_SUPER_USER;
  return [...of(LUMEN), ...of(ORION), { userId: id, firstName, lastName, role: 'superAdmin' as const, accountName: null }];
}
