import * as z from 'zod/mini';
import {
  CarriedChannel,
  Carrier,
  CarrierKind,
  CarrierService,
  CarrierServiceTrouble,
  carrierChanges,
  carrierFields,
  carrierServiceFields,
  ServiceChoice,
} from '../entities/carrier.ts';
import { carrierServiceSorts, carrierSorts } from '../entities/lists-of-pages.ts';
import { askedNumber, ClientCreationId, formText, Id } from '../entities/primitives.ts';
import { pageOf, pageQuery, replacements, route } from './access.ts';

const administer = ['channels', 'administer'] as const;
const ofCarrier = z.object({ carrierId: Id });
const ofService = z.object({ carrierId: Id, serviceId: Id });
const ofTrouble = z.object({ carrierId: Id, serviceId: Id, troubleId: Id });

const { name, address, ...further } = carrierFields;

/** What is not said: no network id, no reseller, the usual settings of its kind. */
export const NewCarrier = z.object({
  name,
  kind: CarrierKind,
  address,
  clientCarrierId: z.optional(ClientCreationId),
  ...z.partial(z.object(further)).shape,
  /** Judged by its kind (`settingsOfKind`). */
  settings: z.optional(z.record(z.string(), z.unknown())),
});
export type NewCarrier = z.infer<typeof NewCarrier>;

export const NewCarrierService = z.object({ ...carrierServiceFields, clientServiceId: z.optional(ClientCreationId) });
export type NewCarrierService = z.infer<typeof NewCarrierService>;

export const CarriersQuery = z.object({
  ...pageQuery(10, 100),
  sort: z._default(z.enum(carrierSorts), 'name,asc'),
  /** Part of the name, network id or address, in any case. */
  search: z.optional(formText(120)),
  kind: z.optional(CarrierKind),
});
export type CarriersQuery = z.infer<typeof CarriersQuery>;

export const CarrierServicesQuery = z.object({
  ...pageQuery(10, 100),
  sort: z._default(z.enum(carrierServiceSorts), 'title,asc'),
  /** Part of the title or username, in any case. */
  search: z.optional(formText(120)),
  channelType: z.optional(CarriedChannel),
});
export type CarrierServicesQuery = z.infer<typeof CarrierServicesQuery>;

/** The installation's carriers, for super admins alone (administration, sections 2, 3 and 6). */
export const carriers = {
  list: route(administer, 'GET', '/carriers', 'Carriers, by page')
    .input(z.object({ query: CarriersQuery }))
    .output(pageOf(Carrier)),
  /** Throws CARRIER_NAME_TAKEN, CARRIER_ADDRESS_OF_OTHER_KIND, CREATION_ID_USED. */
  create: route(administer, 'POST', '/carriers', 'Make a carrier')
    .input(z.object({ body: NewCarrier }))
    .output(Carrier),
  /** Throws CARRIER_NOT_FOUND. */
  one: route(administer, 'GET', '/carriers/{carrierId}', 'One carrier')
    .input(z.object({ params: ofCarrier }))
    .output(Carrier),
  /**
   * Holds for the next message; settings one by one (`settings/perSecond`). Throws CARRIER_NOT_FOUND, CARRIER_NAME_TAKEN,
   * CARRIER_ADDRESS_OF_OTHER_KIND, and ERROR_VALIDATION for settings of another kind.
   */
  change: route(administer, 'PATCH', '/carriers/{carrierId}', 'Change a carrier')
    .input(z.object({ params: ofCarrier, body: replacements(carrierChanges) }))
    .output(Carrier),
  /** Throws CARRIER_NOT_FOUND, and CARRIER_IN_USE with its services (`CarrierUse`). */
  remove: route(administer, 'DELETE', '/carriers/{carrierId}', 'Delete a carrier that has no services')
    .input(z.object({ params: ofCarrier }))
    .output(z.object({})),
};

/** What was bought of the carriers, for super admins alone. Passwords are taken, and told to nobody. */
export const carrierServices = {
  /** Throws CARRIER_NOT_FOUND. */
  list: route(administer, 'GET', '/carriers/{carrierId}/services', 'Services of a carrier, by page')
    .input(z.object({ params: ofCarrier, query: CarrierServicesQuery }))
    .output(pageOf(CarrierService)),
  /** All of one channel, by carrier and title: for whoever sets an end of that channel. */
  choices: route(administer, 'GET', '/carrier-services', 'Services that an end of a channel can speak through')
    .input(z.object({ query: z.object({ channelType: CarriedChannel }) }))
    .output(z.object({ content: z.array(ServiceChoice) })),
  /** Throws CARRIER_NOT_FOUND, CARRIER_SERVICE_TITLE_TAKEN, CARRIER_WITHOUT_CHANNEL, CREATION_ID_USED. */
  create: route(administer, 'POST', '/carriers/{carrierId}/services', 'Make a service of a carrier')
    .input(z.object({ params: ofCarrier, body: NewCarrierService }))
    .output(CarrierService),
  /** Throws CARRIER_SERVICE_NOT_FOUND. */
  one: route(administer, 'GET', '/carriers/{carrierId}/services/{serviceId}', 'One service of a carrier')
    .input(z.object({ params: ofService }))
    .output(CarrierService),
  /**
   * Holds for the next message. Throws CARRIER_SERVICE_NOT_FOUND, CARRIER_SERVICE_TITLE_TAKEN, CARRIER_WITHOUT_CHANNEL, and
   * CARRIER_SERVICE_TYPES_IN_USE with the ends that speak through it (`CarrierUse`) where one of its types is to be another.
   */
  change: route(administer, 'PATCH', '/carriers/{carrierId}/services/{serviceId}', 'Change a service of a carrier')
    .input(z.object({ params: ofService, body: replacements(carrierServiceFields) }))
    .output(CarrierService),
  /** Throws CARRIER_SERVICE_NOT_FOUND, and CARRIER_SERVICE_IN_USE with the ends that speak through it (`CarrierUse`). */
  remove: route(administer, 'DELETE', '/carriers/{carrierId}/services/{serviceId}', 'Delete a service that no end of a channel uses')
    .input(z.object({ params: ofService }))
    .output(z.object({})),
};

export const TroublesQuery = z.object({
  size: z._default(askedNumber(1, 100), 20),
  /** Goes on after the last of the page before: its id. */
  after: z.optional(Id),
});
export type TroublesQuery = z.infer<typeof TroublesQuery>;

/**
 * What came over a carrier's line and is nobody's, for super admins alone. Each throws CARRIER_SERVICE_NOT_FOUND, and those about one
 * DELIVERY_NOT_FOUND.
 */
export const carrierTroubles = {
  /** Newest first. */
  list: route(administer, 'GET', '/carriers/{carrierId}/services/{serviceId}/troubles', 'What came over a service and is nobody’s')
    .input(z.object({ params: ofService, query: TroublesQuery }))
    .output(z.object({ content: z.array(CarrierServiceTrouble), last: z.boolean() })),
  /** `given`: to an end that is called so by now; else it stays. */
  give: route(administer, 'POST', '/carriers/{carrierId}/services/{serviceId}/troubles/{troubleId}/give', 'Give one to whose it is by now')
    .input(z.object({ params: ofTrouble }))
    .output(z.object({ given: z.boolean() })),
  remove: route(administer, 'DELETE', '/carriers/{carrierId}/services/{serviceId}/troubles/{troubleId}', 'Throw one away')
    .input(z.object({ params: ofTrouble }))
    .output(z.object({})),
};
