import { administration } from './administration.ts';
import { administrationErrors } from './administration-errors.ts';
import { audit } from './audit.ts';
import { autoResolve } from './auto-resolve.ts';
import { bulk } from './bulk.ts';
import { carriers } from './carriers.ts';
import { channelEnds } from './channel-ends.ts';
import { channelHealth } from './channel-health.ts';
import { colleagues } from './colleagues.ts';
import { commands } from './commands.ts';
import { customer } from './customer.ts';
import { delivery } from './delivery.ts';
import { drafts } from './drafts.ts';
import { emailWriting } from './email-writing.ts';
import { faces } from './faces.ts';
import { failures } from './failures.ts';
import { forms } from './forms.ts';
import { lightbox } from './lightbox.ts';
import { mailboxes } from './mailboxes.ts';
import { messageLinks } from './message-links.ts';
import { mock } from './mock.ts';
import { noticePages } from './notice-pages.ts';
import { noticeSettings } from './notice-settings.ts';
import { notifications } from './notifications.ts';
import { others } from './others.ts';
import { profile } from './profile.ts';
import { queues } from './queues.ts';
import { reasons } from './reasons.ts';
import { roomFilters } from './room-filters.ts';
import { said } from './said.ts';
import { scheduled } from './scheduled.ts';
import { signIn } from './sign-in.ts';
import { snooze } from './snooze.ts';
import { starting } from './starting.ts';
import { superAdmin } from './super-admin.ts';
import { systemLines } from './system-lines.ts';
import { talk } from './talk.ts';
import { timeslots } from './timeslots.ts';
import { transfer } from './transfer.ts';
import { widgets } from './widgets.ts';

/** What the other pages of the agents' application say: loaded with the first of them. */
export const later = {
  ...forms,
  ...systemLines,
  ...reasons,
  ...failures,
  ...faces,
  ...emailWriting,
  ...commands,
  ...administration,
  ...administrationErrors,
  ...audit,
  ...autoResolve,
  ...channelHealth,
  ...superAdmin,
  ...noticePages,
  ...noticeSettings,
  ...notifications,
  ...profile,
  ...queues,
  ...signIn,
  ...customer,
  ...colleagues,
  ...carriers,
  ...channelEnds,
  ...mailboxes,
  ...widgets,
  ...talk,
  ...timeslots,
  ...transfer,
  ...snooze,
  ...scheduled,
  ...drafts,
  ...delivery,
  ...bulk,
  ...messageLinks,
  ...lightbox,
  ...said,
  ...roomFilters,
  ...starting,
  ...others,
  ...mock,
};
