import { expect, it } from 'vitest';
import { ChannelType } from './channel.ts';
import { takesFiles } from './channel-rules.ts';

it('lets every channel hold files but those of words alone', () => {
  expect(ChannelType.options.filter((type) => !takesFiles(type))).toEqual(['SMS', 'PHONE']);
});
