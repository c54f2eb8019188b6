import { permissions } from '@parley/contract';
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../lazy-page.ts';
import { rootRoute } from '../../root-route.ts';
import type { TextKey } from '../../text.ts';
import { readWidgetSearch } from './widget/widget-search.ts';

const home = lazyPage(() => import('./AdministrationHome.tsx'), 'AdministrationHome');
const users = lazyPage(() => import('./users/UsersPage.tsx'), 'UsersPage');
const user = lazyPage(() => import('./users/UserPage.tsx'), 'UserPage');
const newUser = lazyPage(() => import('./users/NewUserPage.tsx'), 'NewUserPage');
const queues = lazyPage(() => import('./queues/QueuesPage.tsx'), 'QueuesPage');
const queue = lazyPage(() => import('./queues/QueuePage.tsx'), 'QueuePage');
const newQueue = lazyPage(() => import('./queues/NewQueuePage.tsx'), 'NewQueuePage');
const capacity = lazyPage(() => import('./capacity/CapacityPage.tsx'), 'CapacityPage');
const absence = lazyPage(() => import('./absence/AbsencePage.tsx'), 'AbsencePage');
const autoResolve = lazyPage(() => import('./auto-resolve/AutoResolvePage.tsx'), 'AutoResolvePage');
const sending = lazyPage(() => import('./sending/SendingPage.tsx'), 'SendingPage');
const timeslotPages = () => import('./timeslots/timeslot-pages.ts');
// Reads its search by itself: nothing of it is needed before it opens.
const timeslots = lazyPage(timeslotPages, 'TimeslotsPage');
const timeslot = lazyPage(timeslotPages, 'TimeslotPage');
const newTimeslot = lazyPage(timeslotPages, 'NewTimeslotPage');
const channels = lazyPage(() => import('./channels/ChannelsPage.tsx'), 'ChannelsPage');
const widget = lazyPage(() => import('./widget/WidgetPage.tsx'), 'WidgetPage');
const endPages = () => import('./channel-ends/channel-end-pages.ts');
const ends = lazyPage(endPages, 'EndsPage');
const end = lazyPage(endPages, 'EndPage');
const newEnd = lazyPage(endPages, 'NewEndPage');
const mailboxPages = () => import('./mailboxes/mailbox-pages.ts');
const mailboxes = lazyPage(mailboxPages, 'MailboxesPage');
const mailbox = lazyPage(mailboxPages, 'MailboxPage');
const newMailbox = lazyPage(mailboxPages, 'NewMailboxPage');
const signature = lazyPage(mailboxPages, 'SignaturePage');
const newSignature = lazyPage(mailboxPages, 'NewSignaturePage');
const audit = lazyPage(() => import('./audit/AuditPage.tsx'), 'AuditPage');

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyPage(() => import('./OwnSettings.tsx'), 'OwnSettings'),
  staticData: { authorizeChildren: permissions.settings.open.roles },
});

const adminUserRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$userId',
  component: user,
  staticData: { crumbKey: 'USERS_ONE' },
});

// What stands behind the question mark is read by the pages: the lists of what may stand there would else come with the first screen.

/** What an admin keeps of the own account (administration, section 2). */
const ownRoutes = adminRoute.addChildren([
  createRoute({ getParentRoute: () => adminRoute, path: '/', component: home, staticData: { crumbKey: 'FRAME_ADMINISTRATION' } }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/users',
    component: users,
    staticData: { crumbKey: 'ADMINISTRATION_USERS' },
  }),
  createRoute({ getParentRoute: () => adminRoute, path: '/users/create', component: newUser, staticData: { crumbKey: 'USERS_NEW' } }),
  adminUserRoute,
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/queues',
    component: queues,
    staticData: { crumbKey: 'ADMINISTRATION_QUEUES' },
  }),
  createRoute({ getParentRoute: () => adminRoute, path: '/queues/create', component: newQueue, staticData: { crumbKey: 'QUEUES_NEW' } }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/queues/$queueId',
    component: queue,
    staticData: { crumbKey: 'QUEUES_ONE' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/timeslots',
    component: timeslots,
    staticData: { crumbKey: 'ADMINISTRATION_TIMESLOTS' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/timeslots/create',
    component: newTimeslot,
    staticData: { crumbKey: 'TIMESLOTS_NEW' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/timeslots/$timeslotId',
    component: timeslot,
    staticData: { crumbKey: 'TIMESLOTS_ONE' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/absence',
    component: absence,
    staticData: { crumbKey: 'ADMINISTRATION_ABSENCE' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/sending',
    component: sending,
    staticData: { crumbKey: 'ADMINISTRATION_SENDING' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/auto-resolve',
    component: autoResolve,
    staticData: { crumbKey: 'ADMINISTRATION_AUTO_RESOLVE' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/capacity',
    component: capacity,
    staticData: { crumbKey: 'ADMINISTRATION_CAPACITY' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/channels/{-$endId}',
    component: channels,
    staticData: { crumbKey: 'ADMINISTRATION_CHANNELS' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/widget',
    component: widget,
    validateSearch: readWidgetSearch,
    staticData: { crumbKey: 'ADMINISTRATION_WIDGET' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/email-settings',
    component: mailboxes,
    staticData: { crumbKey: 'MAILBOXES_TITLE' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/email-settings/create',
    component: newMailbox,
    staticData: { crumbKey: 'MAILBOXES_NEW' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/email-settings/$mailboxId',
    component: mailbox,
    staticData: { crumbKey: 'MAILBOXES_ONE' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/email-settings/$mailboxId/signature/create',
    component: newSignature,
    staticData: { crumbKey: 'SIGNATURES_NEW' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/email-settings/$mailboxId/signature/$signatureId',
    component: signature,
    staticData: { crumbKey: 'SIGNATURES_ONE' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/audit',
    component: audit,
    staticData: { crumbKey: 'ADMINISTRATION_AUDIT' },
  }),
]);

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/super-admin/accounts/$accountId/settings',
  component: lazyPage(() => import('./NamedSettings.tsx'), 'NamedSettings'),
  staticData: { authorizeChildren: permissions.accounts.administer.roles },
});

const endPage = <const Path extends string>(path: Path, component: typeof ends, crumbKey: TextKey) =>
  createRoute({ getParentRoute: () => settingsRoute, path, component, staticData: { crumbKey } });

/** The ends of channels of an account, which super admins alone set: of each kind a list, one to be made, and each of them. */
const endRoutes = (['sms-settings', 'viber-channels', 'viber-support'] as const).flatMap((kind) => {
  const name = kind.toUpperCase().replace('-', '_') as 'SMS_SETTINGS' | 'VIBER_CHANNELS' | 'VIBER_SUPPORT';
  return [
    endPage(`/${kind}`, ends, name),
    endPage(`/${kind}/create`, newEnd, `${name}_NEW`),
    endPage(`/${kind}/$endId`, end, `${name}_ONE`),
  ];
});

/** The same of any account, for super admins. */
const namedRoutes = settingsRoute.addChildren([
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/',
    component: home,
    staticData: { crumbKey: 'ADMINISTRATION_ACCOUNT_SETTINGS' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/users',
    component: users,
    staticData: { crumbKey: 'ADMINISTRATION_USERS' },
  }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/users/create', component: newUser, staticData: { crumbKey: 'USERS_NEW' } }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/users/$userId',
    component: user,
    staticData: { crumbKey: 'USERS_ONE' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/queues',
    component: queues,
    staticData: { crumbKey: 'ADMINISTRATION_QUEUES' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/queues/create',
    component: newQueue,
    staticData: { crumbKey: 'QUEUES_NEW' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/queues/$queueId',
    component: queue,
    staticData: { crumbKey: 'QUEUES_ONE' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/timeslots',
    component: timeslots,
    staticData: { crumbKey: 'ADMINISTRATION_TIMESLOTS' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/timeslots/create',
    component: newTimeslot,
    staticData: { crumbKey: 'TIMESLOTS_NEW' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/timeslots/$timeslotId',
    component: timeslot,
    staticData: { crumbKey: 'TIMESLOTS_ONE' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/absence',
    component: absence,
    staticData: { crumbKey: 'ADMINISTRATION_ABSENCE' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/sending',
    component: sending,
    staticData: { crumbKey: 'ADMINISTRATION_SENDING' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/auto-resolve',
    component: autoResolve,
    staticData: { crumbKey: 'ADMINISTRATION_AUTO_RESOLVE' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/capacity',
    component: capacity,
    staticData: { crumbKey: 'ADMINISTRATION_CAPACITY' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/channels/{-$endId}',
    component: channels,
    staticData: { crumbKey: 'ADMINISTRATION_CHANNELS' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/widget',
    component: widget,
    validateSearch: readWidgetSearch,
    staticData: { crumbKey: 'ADMINISTRATION_WIDGET' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/email-settings',
    component: mailboxes,
    staticData: { crumbKey: 'MAILBOXES_TITLE' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/email-settings/create',
    component: newMailbox,
    staticData: { crumbKey: 'MAILBOXES_NEW' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/email-settings/$mailboxId',
    component: mailbox,
    staticData: { crumbKey: 'MAILBOXES_ONE' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/email-settings/$mailboxId/signature/create',
    component: newSignature,
    staticData: { crumbKey: 'SIGNATURES_NEW' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/email-settings/$mailboxId/signature/$signatureId',
    component: signature,
    staticData: { crumbKey: 'SIGNATURES_ONE' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/audit',
    component: audit,
    staticData: { crumbKey: 'ADMINISTRATION_AUDIT' },
  }),
  ...endRoutes,
]);

/** The short address of the list, as the specification names it. */
const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users',
  staticData: { authorize: permissions.settings.open.roles },
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true });
  },
});

/** Of no account: what was done about super admins. */
const superUsersAuditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/super-admin/super-users/audit',
  component: lazyPage(() => import('./audit/SuperUsersAuditPage.tsx'), 'SuperUsersAuditPage'),
  staticData: { authorize: permissions.superUsers.administer.roles, crumbKey: 'ADMINISTRATION_AUDIT' },
});

export const administrationRoutes = [ownRoutes, namedRoutes, usersRoute, superUsersAuditRoute];
