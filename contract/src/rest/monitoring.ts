import { Monitoring } from '../entities/monitoring.ts';
import { route } from './access.ts';

/** The work of the account's people, as those see it who answer for it. */
export const monitoring = {
  /** What MonitoringUsersUpdated and MonitoringUserStatesUpdated go on from. */
  users: route(['monitoring', 'watch'], 'GET', '/monitoring/users', 'People and how they work at this moment').output(Monitoring),
};
