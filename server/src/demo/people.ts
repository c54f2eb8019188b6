import type { Role } from '@parley/contract';

/** Ids of the demo are fixed, so that its addresses stay the same from one installation to the next. */
const id = (last: string) => `0193a1de-0000-7000-8000-${last.padStart(12, '0')}`;

export interface DemoPerson {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Exclude<Role, 'superAdmin'>;
  jobTitle: string;
  language: 'en' | 'bg';
  /** A supervisor or an admin stands in no queue. */
  inQueue: boolean;
}

export interface DemoAccount {
  id: string;
  name: string;
  queue: { id: string; name: string };
  widget: { id: string; name: string; headerText: string; welcomeMessage: string; primaryColor: string; secondaryColor: string };
  people: DemoPerson[];
}

const person = (
  last: string,
  firstName: string,
  lastName: string,
  domain: string,
  role: DemoPerson['role'],
  jobTitle: string,
  language: 'en' | 'bg' = 'en',
): DemoPerson => ({
  id: id(last),
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@${domain}`,
  role,
  jobTitle,
  language,
  inQueue: role === 'agent',
});

export const LUMEN: DemoAccount = {
  id: id('a1'),
  name: 'Lumen Home',
  queue: { id: id('b1'), name: 'Shop' },
  widget: {
    id: id('c1'),
    name: 'Lumen Home shop',
    headerText: 'Lumen Home',
    welcomeMessage: 'Hello! What can we do for you?',
    primaryColor: '#1f5f54',
    secondaryColor: '#eef3f1',
  },
  people: [
    person('1', 'Elena', 'Marinova', 'lumenhome.example', 'agent', 'Customer care'),
    person('2', 'Dora', 'Ilieva', 'lumenhome.example', 'agent', 'Customer care'),
    person('3', 'Emil', 'Stanchev', 'lumenhome.example', 'agent', 'Returns', 'bg'),
    person('4', 'Petar', 'Kostov', 'lumenhome.example', 'supervisor', 'Team lead'),
    person('5', 'Ana', 'Tsvetkova', 'lumenhome.example', 'admin', 'Administrator'),
  ],
};

/** The second account: its data must never be seen from the first. */
export const ORION: DemoAccount = {
  id: id('a2'),
  name: 'Orion Travel',
  queue: { id: id('b2'), name: 'Bookings' },
  widget: {
    id: id('c2'),
    name: 'Orion Travel site',
    headerText: 'Orion Travel',
    welcomeMessage: 'Where would you like to go?',
    primaryColor: '#0f4c81',
    secondaryColor: '#eef3f8',
  },
  people: [
    person('11', 'Victor', 'Lang', 'oriontravel.example', 'agent', 'Bookings'),
    person('12', 'Nora', 'Weiss', 'oriontravel.example', 'admin', 'Administrator'),
  ],
};

export const DEMO_SUPER_USER = { id: id('99'), firstName: 'Stefan', lastName: 'Asenov', email: 'stefan@parley.example' };

/** Sites that may show the demo's widgets: the sandbox, by both of its names. */
export const demoSites = (sandboxUrl: string): string[] => {
  const { port } = new URL(sandboxUrl);
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
};
