import { type Room, type RoomChannel, temporaryChannelId, temporaryChannels } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orpc } from '../../../api/client.ts';
import { nearestChannel } from '../composer/use-channel.ts';
import { useCommunications, useStorePart } from '../context.ts';

/** Our ends of channels are seldom others. */
const STAY_MS = 5 * 60_000;

/** The channels of a room with those that its customer's telephone numbers could have on Viber; these come when they are known. */
export function useChannelsOf({ channels }: Room): readonly RoomChannel[] {
  const hasNumber = channels.some(({ phoneNumber }) => phoneNumber !== undefined);
  const { data } = useQuery({ ...orpc.channels.applications.queryOptions({ input: undefined }), enabled: hasNumber, staleTime: STAY_MS });
  return useMemo(() => [...channels, ...temporaryChannels(channels, data?.content ?? [])], [channels, data]);
}

/**
 * The chosen one, also once what was temporary is real. Else the one on which something is being begun, or could not be; else that nearest to
 * the reader: beside that nothing is offered unasked.
 */
export function useToBegin(room: Room, channels: readonly RoomChannel[], chosen: string | undefined): RoomChannel | undefined {
  const { me } = useCommunications();
  const marks = useStorePart((all) => all.marks);
  const byChoice = channels.find(
    ({ channelId, channelApplicationId, phoneNumber = '' }) =>
      channelId === chosen || temporaryChannelId(channelApplicationId, phoneNumber) === chosen,
  );
  if (byChoice !== undefined) return byChoice;
  return channels.find(({ channelId }) => marks.has(channelId)) ?? nearestChannel(room, me);
}
