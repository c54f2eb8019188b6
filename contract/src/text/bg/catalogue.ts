import { administration } from './administration.ts';
import { audit } from './audit.ts';
import { commands } from './commands.ts';
import { communications } from './communications.ts';
import { errors } from './errors.ts';
import { forms } from './forms.ts';
import { frame } from './frame.ts';
import { letters } from './letters.ts';
import { newAccount } from './new-account.ts';
import { notices } from './notices.ts';
import { profile } from './profile.ts';
import { reasons } from './reasons.ts';
import { signIn } from './sign-in.ts';
import { superAdmin } from './super-admin.ts';
import { widget } from './widget.ts';
import { widgets } from './widgets.ts';

export const bg = {
  ...errors,
  ...reasons,
  ...frame,
  ...forms,
  ...administration,
  ...audit,
  ...superAdmin,
  ...signIn,
  ...letters,
  ...newAccount,
  ...commands,
  ...communications,
  ...notices,
  ...profile,
  ...widget,
  ...widgets,
};
