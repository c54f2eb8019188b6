import { expect, test } from 'vitest';
import { customerAddress, readableAddress } from './customer-address.ts';
import type { RoomChannel } from './entities/channel.ts';

test('numbers are read in groups behind the code of their country, whichever that is', () => {
  const numbers = ['+359888123456', '+35928123456', '+12025550123', '+447700900123', '+4930123456', '+3725123456', '+7 bank', '+99912'];
  expect(numbers.map(readableAddress)).toEqual([
    '+359 88 812 3456',
    '+359 2 812 3456',
    '+1 202 555 0123',
    '+44 770 090 0123',
    '+49 3 012 3456',
    '+372 512 3456',
    '+7 bank',
    '+99912',
  ]);
  expect(['1917', 'BANK 24', 'maria@example.com'].map(readableAddress)).toEqual(['1917', 'BANK 24', 'maria@example.com']);
});

test('a customer without a name is called by the address used last', () => {
  const on = (timestamp: string, address: object) => ({ timestamp, ...address }) as RoomChannel;
  const chat = on('2026-11-30T12:00:00Z', {});
  const sms = on('2026-11-30T10:00:00Z', { phoneNumber: '+359888123456' });
  const mail = on('2026-11-30T11:00:00Z', { emailAddress: 'maria@example.com' });
  expect(customerAddress([chat])).toBeUndefined();
  expect(customerAddress([chat, sms, mail])).toBe('maria@example.com');
  expect(customerAddress([on('2026-11-30T10:00:00Z', { sender: '1917' })])).toBe('1917');
});
