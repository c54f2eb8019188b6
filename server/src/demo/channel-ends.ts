import type { CarriedChannel, CarrierKind, ConnectedType } from '@parley/contract';

/** Ids of the demo are fixed, as those of its people are. */
const id = (last: string) => `0193a1de-0000-7000-8000-${last.padStart(12, '0')}`;

export interface DemoCarrier {
  id: string;
  name: string;
  kind: CarrierKind;
  /** On the sandbox; of SMPP there is none, since it listens by itself. */
  path: string;
  service: { id: string; title: string; username: string; password: string; channelType: CarriedChannel };
}

const service = (last: string, title: string, channelType: CarriedChannel, password: string) => ({
  id: id(last),
  title,
  username: 'sandbox',
  password,
  channelType,
});

/** The carriers that the sandbox plays, with what it sells to whoever says these words. */
export const DEMO_CARRIERS: readonly DemoCarrier[] = [
  {
    id: id('d1'),
    name: 'Sandbox, SMS over HTTP',
    kind: 'HTTP',
    path: '/providers/sms/http',
    service: service('d2', 'Text messages', 'SMS', 'sandbox'),
  },
  { id: id('d3'), name: 'Sandbox, SMS over SMPP', kind: 'SMPP', path: '', service: service('d4', 'Text messages', 'SMS', 'sandbox') },
  {
    id: id('d5'),
    name: 'Sandbox, Viber messages',
    kind: 'HTTP',
    path: '/providers/viber-carrier',
    service: service('d6', 'Viber messages', 'VIBER', 'sandbox-viber-key'),
  },
];

export interface DemoEnd {
  id: string;
  type: ConnectedType;
  name: string;
  sender: string;
  serviceId: string | null;
  settings: Readonly<Record<string, unknown>>;
  /** Of a bot. */
  token: string | null;
}

const SMS = { type: 'SMS', settings: {}, token: null } as const;

/** The first account's ends of SMS, Viber and a bot of Viber's. */
export const DEMO_ENDS: readonly DemoEnd[] = [
  { ...SMS, id: id('e1'), name: 'Lumen Home by SMS', sender: '+35970012001', serviceId: id('d2') },
  { ...SMS, id: id('e2'), name: 'Lumen Home deliveries by SMS', sender: '+35970012002', serviceId: id('d4') },
  {
    id: id('e3'),
    type: 'VIBER',
    name: 'Lumen Home on Viber',
    sender: 'LumenHome',
    serviceId: id('d6'),
    settings: { fallbackSender: 'LumenHome' },
    token: null,
  },
  {
    id: id('e4'),
    type: 'VIBER_PUBLIC',
    name: 'Lumen Home',
    sender: 'lumenhome',
    serviceId: null,
    settings: { welcomeText: 'Hello! This is Lumen Home. What can we do for you?' },
    token: '5a4e7c1d8b2f60939c41-sandbox-bot',
  },
];
