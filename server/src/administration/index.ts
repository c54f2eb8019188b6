import { absenceApi } from './absence.ts';
import { accountsApi } from './accounts-api.ts';
import { autoResolveApi } from './auto-resolve.ts';
import { capacityApi } from './capacity.ts';
import type { AdministrationDeps } from './deps.ts';
import { peopleApi } from './people-api.ts';
import { queuesApi } from './queues-api.ts';
import { sendingApi } from './sending.ts';
import { superUsersApi } from './super-users-api.ts';

export { colleaguesChanged } from './announcements.ts';
export type { AdministrationDeps } from './deps.ts';
export { letterLimits } from './letter-limits.ts';
export { picturesOfPeople } from './own-picture.ts';
export { ownProfileApi } from './own-profile.ts';
export { welcomeTold } from './told.ts';

/** Accounts, their people and queues, and super admins, as those look after them who may (administration, sections 2 and 3). */
export function administrationApi(deps: AdministrationDeps) {
  return {
    accounts: accountsApi(deps),
    people: peopleApi(deps),
    queues: queuesApi(deps),
    absence: absenceApi(deps),
    capacity: capacityApi(deps),
    sending: sendingApi(deps),
    autoResolve: autoResolveApi(deps),
    superUsers: superUsersApi(deps),
  };
}
