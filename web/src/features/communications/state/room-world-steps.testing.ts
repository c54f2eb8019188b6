import type { RoomEvent, RoomFrame } from '@parley/contract';
import type { Step, World } from './happenings.testing.ts';
import { ROOM } from './room-world-names.testing.ts';

export const numbered = (world: World) => ({ roomId: ROOM, epoch: world.base.epoch, change: world.change + 1 });
export const frame = <Kind extends RoomFrame['type']>(type: Kind, payload: Extract<RoomFrame, { type: Kind }>['payload']) =>
  ({ type, id: 'f', payload }) as Extract<RoomFrame, { type: Kind }>;

export const nothing = (world: World): Step => ({ world, frames: [] });
export const pickOf = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % Math.max(1, items.length)];

export function inTurn(world: World, ...steps: ((world: World) => Step)[]): Step {
  return steps.reduce<Step>(
    (so, step) => {
      const { world: next, frames } = step(so.world);
      return { world: next, frames: [...so.frames, ...frames] };
    },
    { world, frames: [] },
  );
}

export function replaceEvent(world: World, event: RoomEvent): World {
  return { ...world, change: world.change + 1, events: world.events.map((held) => (held.id === event.id ? event : held)) };
}

/** What became of a call that was to be returned. */
export function callChanges(world: World, pick: number): Step {
  const call = pickOf(
    world.events.filter(({ eventData }) => eventData.type === 'CALL'),
    pick,
  );
  if (call === undefined) return nothing(world);
  const changed = { ...call, change: world.change + 1, eventData: { ...call.eventData, reason: `CALLED_BACK_${world.change}` } };
  return {
    world: replaceEvent(world, changed),
    frames: [frame('CallbackStatusUpdated', { ...numbered(world), event: changed, again: true })],
  };
}

/** Of several that are open now one, now another. */
export const conversationSpokenIn = ({ conversations }: World, seq: number): string | null =>
  pickOf(
    conversations.filter(({ state }) => state !== 'RESOLVED'),
    seq,
  )?.id ?? null;
