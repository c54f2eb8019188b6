import { newId } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database.ts';
import type { TestAccount } from '../people.ts';
import { givenCarrier, givenEnd, givenService, givenTrouble } from '../providers.ts';
import type { Example, RouteName } from './example.ts';

type Area = 'carriers' | 'carrierServices' | 'carrierTroubles' | 'smsSettings' | 'viberChannels' | 'viberSupports';
export type ChannelSettingsRoute = Extract<RouteName, `${Area}.${string}`>;

const replacing = (path: string, value: unknown) => [{ op: 'replace', path, value }];
let numbers = 0;
/** A sender that nobody has. */
const freshNumber = () => `+35970${process.pid % 1000}${String(++numbers).padStart(6, '0')}`;

/** How to call what super admins set of channels. @param given read when a call is made, since it is there only then */
export function channelSettingsExamples(given: () => { db: Database; account: TestAccount }): {
  [Name in ChannelSettingsRoute]: Example<Name>;
} {
  const ids = { carrierId: newId(), smsServiceId: newId(), viberServiceId: newId(), endId: newId(), troubleId: newId() };
  const freshCarrier = async () => {
    ids.carrierId = await givenCarrier(given().db, { kind: 'HTTP', address: 'https://carrier.example', name: `Carrier ${newId()}` });
  };
  const freshServices = async () => {
    await freshCarrier();
    const { carrierId } = ids;
    ids.smsServiceId = await givenService(given().db, { carrierId, channelType: 'SMS', title: newId() });
    ids.viberServiceId = await givenService(given().db, { carrierId, channelType: 'VIBER', title: newId() });
  };
  const freshEnd = (type: 'SMS' | 'VIBER' | 'VIBER_PUBLIC') => async () => {
    await freshServices();
    const { db, account } = given();
    const [name, sender] = [`Ours ${newId()}`, freshNumber()];
    const through = { SMS: { serviceId: ids.smsServiceId }, VIBER: { serviceId: ids.viberServiceId }, VIBER_PUBLIC: {} }[type];
    ids.endId = (await givenEnd(db, account, { type, name, sender, ...through })).id;
  };
  const ofCarrier = () => ({ carrierId: ids.carrierId });
  const ofService = () => ({ carrierId: ids.carrierId, serviceId: ids.smsServiceId });
  const freshTrouble = async () => {
    await freshServices();
    ids.troubleId = await givenTrouble(given().db, ids.smsServiceId);
  };
  const ofTrouble = () => ({ ...ofService(), troubleId: ids.troubleId });
  const inAccount = () => ({ accountId: given().account.accountId });
  const ofEnd = () => ({ ...inAccount(), endId: ids.endId });
  const services = { username: 'parley', password: 'made up', channelType: 'SMS', communicationType: 'TWO_WAY' };
  const [sms, viber, bot] = [freshEnd('SMS'), freshEnd('VIBER'), freshEnd('VIBER_PUBLIC')];
  return {
    'carriers.list': { spoilt: { query: { sort: 'address,asc' }, field: 'query.sort' } },
    'carriers.create': {
      body: () => ({ name: `Carrier ${newId()}`, kind: 'SMPP', address: 'smpp://carrier.example:2775' }),
      spoilt: { body: { name: 'Carrier', kind: 'SMPP', address: 'carrier.example' }, field: 'body.address' },
    },
    'carriers.one': { before: freshCarrier, params: ofCarrier },
    'carriers.change': {
      before: freshCarrier,
      params: ofCarrier,
      body: () => replacing('networkId', '28401'),
      spoilt: { body: replacing('networkId', 'Бяла'), field: 'body.0.value' },
    },
    'carriers.remove': { before: freshCarrier, params: ofCarrier },
    'carrierServices.list': { before: freshCarrier, params: ofCarrier, spoilt: { query: { size: '101' }, field: 'query.size' } },
    'carrierServices.choices': {
      query: () => ({ channelType: 'SMS' }),
      spoilt: { query: { channelType: 'EMAIL' }, field: 'query.channelType' },
    },
    'carrierServices.create': {
      before: freshCarrier,
      params: ofCarrier,
      body: () => ({ title: newId(), ...services }),
      spoilt: { body: { title: 'Numbers', ...services, password: '' }, field: 'body.password' },
    },
    'carrierServices.one': { before: freshServices, params: ofService },
    'carrierServices.change': {
      before: freshServices,
      params: ofService,
      body: () => replacing('password', 'another'),
      spoilt: { body: replacing('password', ''), field: 'body.0.value' },
    },
    'carrierServices.remove': { before: freshServices, params: ofService },
    'carrierTroubles.list': {
      before: freshServices,
      params: ofService,
      query: () => ({ after: newId() }),
      passesOver: 'a place in a list',
      spoilt: { query: { size: '101' }, field: 'query.size' },
    },
    'carrierTroubles.give': { before: freshTrouble, params: ofTrouble },
    'carrierTroubles.remove': { before: freshTrouble, params: ofTrouble },
    'smsSettings.list': { params: inAccount, spoilt: { query: { status: 'gone' }, field: 'query.status' } },
    'smsSettings.create': {
      before: freshServices,
      params: inAccount,
      body: () => ({ name: newId(), sender: freshNumber(), serviceId: ids.smsServiceId }),
      spoilt: { body: { name: 'Ours', sender: 'Магазин', serviceId: newId() }, field: 'body.sender' },
    },
    'smsSettings.one': { before: sms, params: ofEnd },
    'smsSettings.change': {
      before: sms,
      params: ofEnd,
      body: () => replacing('status', 'inactive'),
      more: [() => ({ body: replacing('serviceId', ids.smsServiceId) })],
      spoilt: { body: replacing('sender', '12'), field: 'body.0.value' },
    },
    'smsSettings.newHookAddress': { before: sms, params: ofEnd },
    'smsSettings.remove': { before: sms, params: ofEnd },
    'viberChannels.list': { params: inAccount, spoilt: { query: { sort: 'ttl,asc' }, field: 'query.sort' } },
    'viberChannels.create': {
      before: freshServices,
      params: inAccount,
      body: () => ({ name: newId(), sender: newId(), serviceId: ids.viberServiceId, ttlSeconds: 30 }),
      spoilt: { body: { name: 'Ours', sender: 'Shop', serviceId: newId(), ttlSeconds: 29 }, field: 'body.ttlSeconds' },
    },
    'viberChannels.one': { before: viber, params: ofEnd },
    'viberChannels.change': {
      before: viber,
      params: ofEnd,
      body: () => replacing('fallbackSender', 'Shop'),
      more: [() => ({ body: replacing('serviceId', ids.viberServiceId) })],
      spoilt: { body: replacing('fallbackSender', 'Shop of everybody'), field: 'body.0.value' },
    },
    'viberChannels.newHookAddress': { before: viber, params: ofEnd },
    'viberChannels.remove': { before: viber, params: ofEnd },
    'viberSupports.list': { params: inAccount, spoilt: { query: { page: '-1' }, field: 'query.page' } },
    'viberSupports.create': {
      params: inAccount,
      body: () => ({ name: newId(), token: 'made-up-token', chatUri: newId() }),
      spoilt: { body: { name: 'Ours', token: 'made up', chatUri: 'ours' }, field: 'body.token' },
    },
    'viberSupports.one': { before: bot, params: ofEnd },
    'viberSupports.change': {
      before: bot,
      params: ofEnd,
      body: () => replacing('token', 'another-token'),
      spoilt: { body: replacing('chatUri', 'our shop'), field: 'body.0.value' },
    },
    'viberSupports.newHookAddress': { before: bot, params: ofEnd },
    'viberSupports.remove': { before: bot, params: ofEnd },
  };
}
