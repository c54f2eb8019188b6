import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChannelApplication, ChannelType, type RoomChannel } from './channel.ts';
import { takesFiles } from './channel-rules.ts';
import { temporaryChannelId, temporaryChannels } from './temporary-channels.ts';

it('lets every channel hold files but those of words alone', () => {
  expect(ChannelType.options.filter((type) => !takesFiles(type))).toEqual(['SMS', 'PHONE']);
});

describe('temporary channels', () => {
  const sender = (id: string): ChannelApplication => ({ id, type: 'VIBER', name: `Sender ${id}`, communicationType: 'TWO_WAY' });
  const channel = (given: Partial<RoomChannel>): RoomChannel => ({
    channelId: `${given.channelType} ${given.phoneNumber} ${given.channelApplicationId}`,
    channelType: 'SMS',
    channelApplicationId: 'sms',
    name: 'Texts',
    timestamp: '2026-11-02T08:00:00.000Z',
    ...given,
  });

  it('are the Viber channels that a number does not have yet, one for each sender, as recent as the number was used', () => {
    const number = '+359881000001';
    const later = '2026-11-02T09:00:00.000Z';
    const known = [
      channel({ phoneNumber: number }),
      channel({ channelType: 'WHATSAPP', channelApplicationId: 'wa', phoneNumber: number, timestamp: later }),
      channel({ channelType: 'VIBER', channelApplicationId: 'one', phoneNumber: number }),
      channel({ channelType: 'LIVECHAT', channelApplicationId: 'shop' }),
    ];
    const oneWay = { ...sender('news'), communicationType: 'ONE_WAY' as const };
    const applications = [sender('one'), sender('two'), oneWay, { ...sender('bot'), type: 'VIBER_PUBLIC' as const }];
    expect(temporaryChannels(known, applications)).toEqual([
      {
        channelId: `temporary-channel-id-two-${number}`,
        channelType: 'VIBER',
        channelApplicationId: 'two',
        name: 'Sender two',
        timestamp: later,
        phoneNumber: number,
      },
    ]);
  });

  it('together with those that are there make one for each number and sender, with ids of their own', () => {
    const numbers = ['+35988', '+35989'];
    const one = fc.record({
      channelType: fc.constantFrom<ChannelType>('SMS', 'WHATSAPP', 'PHONE', 'VIBER', 'LIVECHAT'),
      number: fc.constantFrom(...numbers),
      application: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: (made) => JSON.stringify(made) }), fc.subarray(['a', 'b', 'c']), (given, senders) => {
        const channels = given.map(({ channelType, number, application }) =>
          channel({
            channelType,
            channelApplicationId: channelType === 'VIBER' ? application : `${channelType} ${application}`,
            ...(channelType === 'LIVECHAT' ? {} : { phoneNumber: number }),
          }),
        );
        const made = temporaryChannels(channels, senders.map(sender));
        const known = new Set(channels.flatMap(({ phoneNumber }) => phoneNumber ?? []));
        for (const number of known)
          for (const id of senders) {
            const real = channels.filter(
              (one) => one.channelType === 'VIBER' && one.channelApplicationId === id && one.phoneNumber === number,
            );
            const temporary = made.filter(({ channelId }) => channelId === temporaryChannelId(id, number));
            expect(real.length + temporary.length).toBe(1);
          }
        expect(made.length).toBeLessThanOrEqual(known.size * senders.length);
      }),
    );
  });
});
