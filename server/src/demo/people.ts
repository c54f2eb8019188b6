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

export interface DemoWidget {
  id: string;
  name: string;
  language: 'en' | 'bg';
  headerText: string;
  welcomeMessage: string;
  primaryColor: string;
  secondaryColor: string;
  /** Asks visitors for their name, which they may leave out. */
  asksName: boolean;
  /** Path of the shop's privacy policy; empty for none. */
  privacyPath: string;
}

export interface DemoAccount {
  id: string;
  name: string;
  queue: { id: string; name: string };
  /** The first is the one by which the customers of the stories wrote. */
  widgets: readonly [DemoWidget, ...DemoWidget[]];
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
  widgets: [
    {
      id: id('c1'),
      name: 'Lumen Home shop',
      language: 'en',
      headerText: 'Lumen Home',
      welcomeMessage: 'Hello! What can we do for you?',
      primaryColor: '#1f5f54',
      secondaryColor: '#f2c14e',
      asksName: true,
      privacyPath: '/privacy?lang=en',
    },
    // The shop in Bulgarian carries a widget of its own: a widget has one language.
    {
      id: id('c3'),
      name: 'Магазин Lumen Home',
      language: 'bg',
      headerText: 'Lumen Home',
      welcomeMessage: 'Здравейте! С какво можем да Ви помогнем?',
      primaryColor: '#1f5f54',
      secondaryColor: '#f2c14e',
      asksName: true,
      privacyPath: '/privacy?lang=bg',
    },
  ],
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
  widgets: [
    {
      id: id('c2'),
      name: 'Orion Travel site',
      language: 'en',
      headerText: 'Orion Travel',
      welcomeMessage: 'Where would you like to go?',
      primaryColor: '#0f4c81',
      secondaryColor: '#eef3f8',
      asksName: false,
      privacyPath: '',
    },
  ],
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
