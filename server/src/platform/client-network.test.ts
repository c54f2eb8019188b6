import { expect, it } from 'vitest';
import { clientNetwork } from './client-network.ts';

it('counts an IPv4 address as itself, however it is written', () => {
  expect(clientNetwork('203.0.113.7')).toBe('203.0.113.7');
  expect(clientNetwork('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

it('counts all addresses of an IPv6 network as one, and another network as another', () => {
  const network = clientNetwork('2001:db8:1:2:aaaa:bbbb:cccc:dddd');
  expect(clientNetwork('2001:db8:1:2::1')).toBe(network);
  expect(clientNetwork('2001:db8:1:3::1')).not.toBe(network);
  expect(clientNetwork('::1')).toBe('::/64');
});

it('takes what is no address as it is', () => {
  expect(clientNetwork('')).toBe('');
  expect(clientNetwork('unix:')).toBe('unix:');
});
