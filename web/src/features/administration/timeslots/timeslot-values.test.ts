import { exampleAnswers } from '@parley/contract/fixtures/answers';
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../forms/field-fault.ts';
import { timeOf } from '../../../forms/typed-time.ts';
import { nextSpan, spansFault } from './span-faults.ts';
import { hoursOf, newTimeslot, replacementsOf, sentOf, timeslotRules, valuesOf } from './timeslot-values.ts';

const kept = exampleAnswers(Date.UTC(2026, 10, 2)).timeslots.one;

describe('the form of a timeslot', () => {
  it('sends what it was given, and of a working time that changed in any part one replacement', () => {
    const values = valuesOf(kept);
    const { id: _id, accountId: _accountId, usedBy: _usedBy, createdAt: _createdAt, ...fields } = kept;
    expect(sentOf(values)).toEqual(fields);
    const changed = { ...values, priority: '7', always: true, lunch: null };
    expect(replacementsOf(['priority', 'always', 'lunch'], changed)).toEqual([
      { op: 'replace', path: 'priority', value: 7 },
      { op: 'replace', path: 'workingTime', value: { ...kept.workingTime, always: true, lunch: null } },
    ]);
  });

  it('has hours only while all of it fits, and begins with those of an office', () => {
    const values = newTimeslot('Europe/Sofia');
    expect(hoursOf(values)?.workingTime.week.friday).toEqual([{ from: '09:00', to: '18:00' }]);
    expect(hoursOf(values)?.workingTime.week.sunday).toEqual([]);
    expect(hoursOf({ ...values, week: { ...values.week, sunday: [{ from: '10:00', to: '' }] } })).toBeNull();
    expect(hoursOf({ ...values, timezone: null })).toBeNull();
  });

  it.each([
    ['0', { key: 'FORM_BELOW', params: { n: 1 } }],
    ['101', { key: 'FORM_ABOVE', params: { n: 100 } }],
    ['1.5', { key: 'FORM_WRONG_TYPE', type: 'FORM_TYPE_NUMBER' }],
    ['soon', { key: 'FORM_WRONG_TYPE', type: 'FORM_TYPE_NUMBER' }],
    [' ', { key: 'FORM_BELOW', params: { n: 1 } }],
    ['', { key: 'FORM_REQUIRED' }],
  ])('takes no priority %j', (priority, fault) => {
    const rule = timeslotRules.priority;
    expect(rule && faultOf(rule, priority)).toEqual(fault);
    expect(rule && faultOf(rule, '100')).toBeNull();
  });
});

describe('the spans of a day', () => {
  it('are found at fault one by one, or together where they overlap', () => {
    expect(spansFault([{ from: '22:00', to: '02:00' }])).toBeNull();
    expect(spansFault([{ from: '00:00', to: '00:00' }])).toBeNull();
    const missing = [
      { from: '08:00', to: '09:00' },
      { from: '10:00', to: '' },
    ];
    expect(spansFault(missing)).toEqual({ key: 'TIMESLOTS_TIMES_MISSING', at: 1 });
    expect(spansFault([{ from: '08:00', to: '08:00' }])).toEqual({ key: 'TIMESLOTS_SPAN_EMPTY', at: 0 });
    const overlapping = [
      { from: '12:00', to: '18:00' },
      { from: '08:00', to: '12:01' },
    ];
    expect(spansFault(overlapping)).toEqual({ key: 'TIMESLOTS_SPANS_OVERLAP', at: null });
  });

  it.each([
    ['9', '09:00'],
    ['18', '18:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9.30', '09:30'],
    ['9:', '09:00'],
    ['24', '00:00'],
    ['24:00', '00:00'],
    ['24:30', null],
    ['25', null],
    ['9:3', null],
    ['noon', null],
    ['', null],
  ])('understand %j as a time', (typed, time) => {
    expect(timeOf(typed)).toBe(time);
  });

  it('are followed by one that is offered, as long as the day has room', () => {
    expect(nextSpan([])).toEqual({ from: '09:00', to: '18:00' });
    expect(nextSpan([{ from: '09:00', to: '12:30' }])).toEqual({ from: '13:30', to: '17:30' });
    expect(nextSpan([{ from: '09:00', to: '20:30' }])).toEqual({ from: '21:30', to: '00:00' });
    for (const to of ['23:30', '00:00', '03:00', '']) expect(nextSpan([{ from: '21:00', to }])).toEqual({ from: '', to: '' });
  });
});
