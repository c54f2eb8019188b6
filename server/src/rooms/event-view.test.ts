import { EventDataType } from '@parley/contract';
import { exampleCall } from '@parley/contract/fixtures/emails';
import { roomOfEveryFace } from '@parley/contract/fixtures/every-face';
import { describe, expect, it } from 'vitest';
import { changedFrameOf, frameTypeOf } from './event-view.ts';

const { events } = roomOfEveryFace(Date.UTC(2026, 10, 2, 9, 30));

describe('frames of events', () => {
  it('bear the kinds that the specification has for them', () => {
    const kinds = new Map(events.map((event) => [event.eventData.type, frameTypeOf(event)]));
    const own = {
      IMAGE: 'Image',
      FILE: 'File',
      EMAIL: 'Email',
      CALL: 'CustomerCall',
      RICH_MEDIA: 'RichMedia',
      UNSUPPORTED_MEDIA: 'UnsupportedMedia',
      RESOLVE: 'Resolve',
      AUTO_RESOLVE: 'Resolve',
      USER_ASSIGNED: 'Assign',
      USER_DELETED: 'UserDeleted',
      CUSTOMER_SUBSCRIBED: 'CustomerSubscribed',
      CUSTOMER_UNSUBSCRIBED: 'CustomerUnsubscribed',
      CUSTOMER_MERGED: 'CustomerMerged',
    };
    const words = new Set(['MESSAGE', 'SMS']);
    const expected = EventDataType.options.map((type): [string, string] => [
      type,
      own[type as keyof typeof own] ?? (words.has(type) ? 'Text' : 'SystemText'),
    ]);
    expect([...kinds].toSorted()).toEqual(expected.toSorted());
  });

  it('say of a call that it has begun as long as nothing has become of it', () => {
    const call = events.find(({ eventData }) => eventData.type === 'CALL');
    if (call === undefined) throw new Error('an example is missing');
    const under = { ...call, eventData: { ...call.eventData, call: { ...exampleCall, dialStatus: null } } };
    expect(frameTypeOf(under)).toBe('CustomerCallStarted');
    // Once it is over it is told again as what it is, and then by what became of returning it.
    const returned = { ...call, eventData: { ...call.eventData, call: { ...exampleCall, callbackStatus: 'CALLED_BACK' } } };
    expect([changedFrameOf(call), changedFrameOf(returned)]).toEqual(['CustomerCall', 'CallbackStatusUpdated']);
  });
});
