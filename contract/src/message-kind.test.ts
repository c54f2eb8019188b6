import { expect, it } from 'vitest';
import { ChannelType } from './entities/channel.ts';
import { messageKind } from './message-kind.ts';

const kindsOf = (channel: ChannelType | null) => ([null, 'IMAGE', 'FILE'] as const).map((first) => messageKind(channel, first));

it.each(ChannelType.options)('on %s a message is sent as the specification says', (channel) => {
  const own: Partial<Record<ChannelType, readonly string[]>> = {
    SMS: ['SMS', 'SMS', 'SMS'],
    EMAIL: ['EMAIL', 'EMAIL', 'EMAIL'],
    INTERNAL: ['INTERNAL_TEXT', 'IMAGE', 'FILE'],
  };
  expect(kindsOf(channel)).toEqual(own[channel] ?? ['TEXT', 'IMAGE', 'FILE']);
});

it('a private note is a note whatever hangs on it', () => {
  expect(kindsOf(null)).toEqual(['NOTE', 'NOTE', 'NOTE']);
});
