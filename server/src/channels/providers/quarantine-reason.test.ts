import { expect, it } from 'vitest';
import { z } from 'zod';
import { wordsOf } from '../../rooms/inbound/quarantine.ts';
import { whyOf } from './quarantine-reason.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const Report = z.object({ told: z.union([z.object({ results: z.array(z.object({ to: z.string() })) }), z.object({ moId: z.string() })]) });

it.each([
  [thrownBy(() => JSON.parse('not 1')), { kind: 'NOT_JSON', field: null }],
  [thrownBy(() => JSON.parse('{"a":')), { kind: 'NOT_JSON', field: null }],
  [thrownBy(() => Report.parse({ told: { results: [{ to: 5 }] } })), { kind: 'FIELD', field: 'results.0.to' }],
  [thrownBy(() => z.object({ told: z.object({ text: z.string() }) }).parse({ told: {} })), { kind: 'FIELD', field: 'text' }],
  [thrownBy(() => Report.parse([])), { kind: 'FIELD', field: null }],
  [new Error('the carrier names a state that is not documented: FLOWN'), { kind: 'NOT_DOCUMENTED', field: null }],
  [new Error('the contact could not be made'), { kind: 'OTHER', field: null }],
])('says what is wrong with what is kept: %s', (error, why) => {
  expect(whyOf(wordsOf(error))).toEqual(why);
});

it('reads what was kept before, also where it was cut', () => {
  const before = JSON.stringify([{ expected: 'string', code: 'invalid_type', path: ['told', 'from'], message: 'Invalid input' }], null, 2);
  expect(whyOf(before.slice(0, 120))).toEqual({ kind: 'FIELD', field: 'from' });
  expect(whyOf('[\n  {\n    "code": "invalid_union",')).toEqual({ kind: 'FIELD', field: null });
});
