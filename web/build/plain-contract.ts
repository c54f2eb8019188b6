import type { AnyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';
import { routesOf } from './routes.ts';
import { shapesOf } from './shapes.ts';

const ROUTES = 'virtual:contract-routes';
const SHAPES = 'virtual:contract-shapes';
/** Of what hardly any event has: checked where it is shown, by a part that comes with it. An event of a type that is not known is told in words that say so. */
const LATER = 'virtual:contract-shapes-later';
/** Of areas of which nothing is asked before some page or part that comes later. */
const LATER_ROUTES = 'virtual:contract-routes-later';
const LATER_AREAS: ReadonlySet<string> = new Set(
  'absence accounts audit autoResolve capacity carrierServices carriers channelHealth channels customers discussions emails faults mailboxes messages monitoring ownSignIn people pinnedNotes queues scheduled sending signatures smsSettings snoozes superUsers timeslots transfers viberChannels viberSupports visitor widgets'.split(
    ' ',
  ),
);
const modules = [ROUTES, LATER_ROUTES, SHAPES, LATER];

const writtenRoutes = (api: AnyContractRouter, isWanted: (area: string) => boolean): string =>
  `export const routes = ${JSON.stringify(Object.fromEntries(Object.entries(routesOf(api)).filter(([area]) => isWanted(area))))};`;

const written = ({ shapes, parts }: ReturnType<typeof shapesOf>): string =>
  `export const shapes = ${JSON.stringify(shapes)};\nexport const parts = ${JSON.stringify(parts)};`;

/**
 * Gives the application what it needs of the contract as plain data, made from the contract's own schemas: method and path of
 * every call, and the shapes of what comes in. The schemas with their library would weigh ten times that in the browser, on
 * the first screen. A change of the contract needs the development server to be started anew.
 */
export function plainContract(): Plugin {
  return {
    name: 'plain-contract',
    resolveId: (id) => (modules.includes(id) ? `\0${id}` : null),
    load: async (id) => {
      if (id === `\0${ROUTES}`) {
        const { api } = await import('@parley/contract');
        return writtenRoutes(api, (area) => !LATER_AREAS.has(area));
      }
      if (id === `\0${LATER_ROUTES}`) {
        const { api } = await import('@parley/contract');
        return writtenRoutes(api, (area) => LATER_AREAS.has(area));
      }
      if (id === `\0${SHAPES}`) {
        const {
          AssignmentReason,
          agentReceives,
          CallEvent,
          Email,
          Envelope,
          ErrorBody,
          EventDataType,
          Id,
          MetaEventAssociation,
          MonitoredStates,
          MonitoredUsers,
          TicketSeen,
          UnsupportedMediaType,
          UploadedFile,
        } = await import('@parley/contract');
        return written(
          shapesOf({ ...agentReceives, Envelope, ErrorBody, Id, UploadedFile }, [
            AssignmentReason,
            CallEvent,
            Email,
            EventDataType,
            MetaEventAssociation,
            MonitoredStates,
            MonitoredUsers,
            TicketSeen,
            UnsupportedMediaType,
          ]),
        );
      }
      if (id === `\0${LATER}`) {
        const { AssignmentReason, CallEvent, Email } = await import('@parley/contract');
        return written(shapesOf({ AssignmentReason, CallEvent, Email }));
      }
      return null;
    },
  };
}
