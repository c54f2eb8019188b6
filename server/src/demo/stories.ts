/** One line of a past conversation. `note` is seen by colleagues alone. */
export type Line = { by: 'customer' | 'agent'; text: string; file?: DemoFile } | { by: 'note'; text: string };

/** A file that is drawn when the story is told. */
export interface DemoFile {
  name: string;
  drawing: 'cracked lamp' | 'invoice';
}

export interface Story {
  customer: { firstName: string; lastName: string };
  /** Which agent holds or held it, by e-mail name; null: it waits. */
  agent: string | null;
  resolved: boolean;
  /** When the last line was written. */
  minutesAgo: number;
  lines: Line[];
}

const customer = (text: string): Line => ({ by: 'customer', text });
const agent = (text: string): Line => ({ by: 'agent', text });
const note = (text: string): Line => ({ by: 'note', text });

export const LUMEN_STORIES: Story[] = [
  {
    customer: { firstName: 'Yana', lastName: 'Stoyanova' },
    agent: 'emil',
    resolved: true,
    minutesAgo: 60 * 24 * 9,
    lines: [
      customer('Добър ден, абажурът на „Луна“ пристигна с пукнатина.'),
      { by: 'customer', text: '', file: { name: 'абажур „Луна“.png', drawing: 'cracked lamp' } },
      agent('Здравейте! Много съжаляваме. Ще изпратим нов още днес, без да връщате стария.'),
      customer('Чудесно, благодаря за бързия отговор!'),
      note('Складът е уведомен и видя снимката.'),
    ],
  },
  {
    customer: { firstName: 'James', lastName: 'Whitlock' },
    agent: 'dora',
    resolved: true,
    minutesAgo: 60 * 24 * 4 + 35,
    lines: [
      customer('Do you ship to Ireland?'),
      agent('Yes, we do. It takes five working days and costs 12 euro.'),
      customer('And if it arrives broken?'),
      agent('Then a new one leaves the same day, at our cost.'),
      customer('That settles it. Thanks!'),
    ],
  },
  {
    customer: { firstName: 'Hotel', lastName: 'Rila Garden' },
    agent: 'elena',
    resolved: true,
    minutesAgo: 60 * 26,
    lines: [
      customer('We need fourteen bedside lamps before the season starts. Is there a price for hotels?'),
      agent('From ten pieces on there are 15 % off. Fourteen are in the warehouse.'),
      customer('Perfect. Please send the invoice to the hotel.'),
      agent('Here it is. The lamps leave tomorrow morning.'),
      { by: 'agent', text: '', file: { name: 'Invoice 48107.pdf', drawing: 'invoice' } },
    ],
  },
  {
    customer: { firstName: 'Kalina', lastName: 'Todorova' },
    agent: 'dora',
    resolved: true,
    minutesAgo: 60 * 5 + 12,
    lines: [
      customer('My promo code does not work at check-out.'),
      agent('It was for last week, but you shall have the discount. Please try LIGHT10.'),
      customer('Thanks, that solved it!'),
    ],
  },
  {
    customer: { firstName: 'Ivan', lastName: 'Kolev' },
    agent: 'dora',
    resolved: false,
    minutesAgo: 49,
    lines: [
      customer('I sent the pendant back two weeks ago and still wait for the money.'),
      agent('I am looking into it right away.'),
      note('The refund was ordered on Monday; the bank says up to five days.'),
      customer('Could you tell me the day, please?'),
    ],
  },
  {
    customer: { firstName: 'Sofia', lastName: 'Hristova' },
    agent: 'emil',
    resolved: false,
    minutesAgo: 31,
    lines: [
      customer('Може ли „Астер“ да се димира?'),
      agent('Да, с лампа E27, която се димира. Препоръчваме 12 W, топло бяло.'),
      customer('А продавате ли такава?'),
    ],
  },
  {
    customer: { firstName: 'Maria', lastName: 'Dimitrova' },
    agent: 'elena',
    resolved: false,
    minutesAgo: 18,
    lines: [
      customer('Hello, the Aster floor lamp came yesterday with a crack along the glass.'),
      customer('I would rather have a new shade than my money back: it is a present for Sunday.'),
      agent('I am sorry, Maria. A new shade leaves today, free of charge, and comes on Saturday.'),
      note('Three shades are left in the warehouse; one is held for order 48213.'),
      customer('Wonderful! Could the courier call before he comes? The bell does not work.'),
    ],
  },
  {
    customer: { firstName: 'Georgi', lastName: 'Petrov' },
    agent: null,
    resolved: false,
    minutesAgo: 6,
    lines: [customer('Is the shop in Plovdiv open on Sunday?')],
  },
  {
    customer: { firstName: 'Nikolay', lastName: 'Angelov' },
    agent: null,
    resolved: false,
    minutesAgo: 2,
    lines: [customer('Добър вечер! Кога ще дойде куриерът с поръчка 48190?')],
  },
];

export const ORION_STORIES: Story[] = [
  {
    customer: { firstName: 'Ruth', lastName: 'Abel' },
    agent: 'victor',
    resolved: true,
    minutesAgo: 60 * 30,
    lines: [customer('Can the flight to Lisbon be moved by a day?'), agent('It can, for 40 euro. Shall I?'), customer('Yes, please.')],
  },
  {
    customer: { firstName: 'Otto', lastName: 'Brandt' },
    agent: null,
    resolved: false,
    minutesAgo: 11,
    lines: [customer('Is breakfast included in the hotel?')],
  },
];
