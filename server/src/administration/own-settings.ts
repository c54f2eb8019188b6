import { changedSettings, type OwnSettings, type OwnSettingsChange } from '@parley/contract';
import { noticesOf, panelOf } from '../identity/index.ts';
import { afterCommit } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { subject } from '../rooms/index.ts';
import type { AdministrationDeps } from './deps.ts';
import type { UserKey } from './people.ts';

/**
 * Changes how somebody works, field by field, so that an older page undoes nothing that was chosen on another; all their screens
 * hear of it. Throws USER_NOT_FOUND.
 */
export function changeOwnSettings(
  { db, hub, identity }: AdministrationDeps,
  { accountId, userId }: UserKey,
  change: OwnSettingsChange,
): Promise<OwnSettings> {
  return db.inAccount(accountId, async (tx) => {
    const stood = await tx
      .selectFrom('users')
      .select(['enter_sends', 'notices', 'customer_panel'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (stood === undefined) throw problem('USER_NOT_FOUND');
    const chosen = { enterSends: stood.enter_sends, notices: noticesOf(stood.notices), customerPanel: panelOf(stood.customer_panel) };
    const settings = changedSettings(chosen, change);
    await tx
      .updateTable('users')
      .set({
        enter_sends: settings.enterSends,
        notices: JSON.stringify(settings.notices),
        customer_panel: JSON.stringify(settings.customerPanel),
      })
      .where('id', '=', userId)
      .execute();
    identity.personChanged(tx, userId);
    afterCommit(tx, () => hub.publish([subject.user(userId)], 'OwnSettings', settings));
    return settings;
  });
}
