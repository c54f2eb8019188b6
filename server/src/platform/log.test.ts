import { expect, it } from 'vitest';
import { openLog } from './log.ts';

it('takes out what people write and who they are, at the first and the second level, and leaves ids', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  log
    .child({ requestId: 'r-1', token: 'secret one' })
    .info({ text: 'secret two', roomId: 'room-1', frame: { name: 'secret three', kind: 'Text' }, ids: ['e-1'] }, 'a line');
  expect(lines.join('')).not.toContain('secret');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    requestId: 'r-1',
    roomId: 'room-1',
    frame: { kind: 'Text' },
    ids: ['e-1'],
    msg: 'a line',
  });
});

it('says of an error what it is, without what it quotes', () => {
  const lines: string[] = [];
  openLog('info', { write: (line) => lines.push(line) }).warn({ err: new TypeError('not valid: "Maria Petrova"') }, 'failed');
  const { err } = JSON.parse(lines[0] ?? '') as { err: { type: string; message: string } };
  expect(err).toMatchObject({ type: 'TypeError', message: 'not valid: "…"' });
});
