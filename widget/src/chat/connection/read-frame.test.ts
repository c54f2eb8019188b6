import { describe, expect, it } from 'vitest';
import { readFrame } from './visitor-socket.ts';

const refused = (type: string, message: string, params = {}) =>
  readFrame(JSON.stringify({ type, id: 'a', payload: { message, errors: [{ message, params }] } }));

describe('a frame of the server', () => {
  it('that refuses is final only when the same would be refused again', () => {
    expect(refused('VALIDATION', 'ERROR_VALIDATION')).toEqual({ type: 'refused', id: 'a', answer: { is: 'refused' } });
    expect(refused('INVALID_REQUEST', 'ROOM_NOT_FOUND')).toMatchObject({ answer: { is: 'refused' } });
    expect(refused('INVALID_REQUEST', 'toString')).toMatchObject({ answer: { is: 'refused' } });
    for (const key of ['ERROR_DEFAULT_MESSAGE', 'ERROR_UNAVAILABLE'])
      expect(refused('INVALID_REQUEST', key)).toMatchObject({ answer: { is: 'broken', retryAfter: null } });
    expect(refused('INVALID_REQUEST', 'ERROR_TOO_MANY_REQUESTS', { seconds: 4 })).toMatchObject({
      answer: { is: 'broken', retryAfter: 4000 },
    });
    expect(refused('INVALID_REQUEST', 'VISITOR_SESSION_ENDED')).toMatchObject({ answer: { is: 'ended' } });
  });

  it('that is none, or of a kind not known here, is passed over', () => {
    for (const data of ['', '{', '[]', '{"type":"Text","id":"a","payload":{}}', '{"type":"News","id":"a","payload":{}}', null])
      expect(readFrame(data)).toBeNull();
  });
});
