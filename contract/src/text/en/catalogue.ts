import { emailHistory } from './email-history.ts';
import { first } from './first.ts';
import { later } from './later.ts';
import { letters } from './letters.ts';
import { newAccount } from './new-account.ts';
import { room } from './room.ts';
import { widget } from './widget.ts';

export const en = { ...first, ...emailHistory, ...room, ...later, ...letters, ...newAccount, ...widget };
