import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heardServerTime, serverNow } from './server-clock.ts';

const atServer = '2026-11-03T10:00:00.000Z';
const HOUR = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells the server’s time on a computer whose clock is 26 hours ahead, and counts on from there', () => {
  vi.setSystemTime(Date.parse(atServer) + 26 * HOUR);
  heardServerTime(new Date(atServer).toUTCString());
  expect(serverNow()).toBe(Date.parse(atServer));
  vi.advanceTimersByTime(5000);
  expect(serverNow()).toBe(Date.parse(atServer) + 5000);
});

it('follows a clock that is set right meanwhile, and does not stutter with the header’s whole seconds', () => {
  vi.setSystemTime(atServer);
  heardServerTime(new Date(atServer).toUTCString());
  expect(serverNow()).toBe(Date.parse(atServer));
  vi.advanceTimersByTime(900);
  heardServerTime(new Date(atServer).toUTCString());
  expect(serverNow()).toBe(Date.parse(atServer) + 900);
});

it('keeps what it knows when an answer bears no time', () => {
  vi.setSystemTime(Date.parse(atServer) - HOUR);
  heardServerTime(new Date(atServer).toUTCString());
  heardServerTime(null);
  heardServerTime('yesterday');
  expect(serverNow()).toBe(Date.parse(atServer));
});
