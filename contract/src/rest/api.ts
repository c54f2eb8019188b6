import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { autoResolve } from './auto-resolve.ts';
import { carrierServices, carriers, carrierTroubles } from './carriers.ts';
import { channelHealth } from './channel-health.ts';
import { channels } from './channels.ts';
import { configuration } from './configuration.ts';
import { customers } from './customers.ts';
import { discussions } from './discussions.ts';
import { drafts } from './drafts.ts';
import { emails } from './emails.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { mailboxes, signatures } from './mailboxes.ts';
import { messages } from './messages.ts';
import { monitoring } from './monitoring.ts';
import { notifications } from './notifications.ts';
import { ownSignIn } from './own-sign-in.ts';
import { people, superUsers } from './people.ts';
import { pinnedNotes } from './pinned-notes.ts';
import { push } from './push.ts';
import { absence, capacity, queues } from './queues.ts';
import { roomViews } from './room-views.ts';
import { rooms } from './rooms.ts';
import { scheduled, sending } from './scheduled.ts';
import { smsSettings } from './sms-settings.ts';
import { snoozes } from './snoozes.ts';
import { timeslots } from './timeslots.ts';
import { transfers } from './transfers.ts';
import { realtime, users } from './users.ts';
import { viberChannels, viberSupports } from './viber.ts';
import { visitor } from './visitor.ts';
import { widgets } from './widgets.ts';

/** The whole REST contract under the base address `/api`. */
export const api = {
  configuration,
  users,
  ownSignIn,
  realtime,
  rooms,
  roomViews,
  drafts,
  discussions,
  messages,
  emails,
  files,
  visitor,
  accounts,
  people,
  superUsers,
  audit,
  notifications,
  push,
  faults,
  customers,
  pinnedNotes,
  widgets,
  queues,
  absence,
  capacity,
  timeslots,
  transfers,
  snoozes,
  scheduled,
  sending,
  autoResolve,
  channels,
  channelHealth,
  monitoring,
  carriers,
  carrierServices,
  carrierTroubles,
  smsSettings,
  viberChannels,
  viberSupports,
  mailboxes,
  signatures,
};
export type Api = typeof api;
