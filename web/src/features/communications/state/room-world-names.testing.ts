import type { EventDataType, EventFrame, RoomChannel, RoomFrame } from '@parley/contract';

export const ME = id('me');
export const COLLEAGUE = id('colleague');
export const CUSTOMER = id('customer');
export const CHANNEL = id('channel');
export const APPLICATION = id('application');
export const ROOM = id('room');

/** A readable id in the shape of a UUID. */
export function id(name: string): string {
  const hex = [...name].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  const digits = `${hex}${'0'.repeat(32)}`.slice(0, 32);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
}

export const at = (change: number) => new Date(Date.UTC(2026, 10, 2, 8) + change * 1000).toISOString();

export const LIVE_CHANNEL: RoomChannel = {
  channelId: CHANNEL,
  channelType: 'LIVECHAT',
  channelApplicationId: APPLICATION,
  name: 'Shop',
  timestamp: at(0),
};

/** The kinds of frames that tell of an event. */
export type EventKind = Extract<RoomFrame, { payload: EventFrame }>['type'];

const kinds: Partial<Record<EventDataType, EventKind>> = {
  IMAGE: 'Image',
  FILE: 'File',
  EMAIL: 'Email',
  CALL: 'CustomerCall',
  CUSTOMER_SUBSCRIBED: 'CustomerSubscribed',
  CUSTOMER_UNSUBSCRIBED: 'CustomerUnsubscribed',
  CUSTOMER_MERGED: 'CustomerMerged',
};

/** The frame that tells of an event of this type. */
export const kindOf = (type: EventDataType): EventKind => kinds[type] ?? 'Text';
