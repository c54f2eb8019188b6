import { administration } from './administration.ts';
import { audit } from './audit.ts';
import { commands } from './commands.ts';
import { customer } from './customer.ts';
import { forms } from './forms.ts';
import { mock } from './mock.ts';
import { profile } from './profile.ts';
import { signIn } from './sign-in.ts';
import { superAdmin } from './super-admin.ts';
import { widgets } from './widgets.ts';

/** What the other pages of the agents' application say: loaded with the first of them. */
export const later = { ...forms, ...commands, ...administration, ...audit, ...superAdmin, ...profile, ...signIn, ...customer, ...widgets, ...mock };
