import { describe, expect, it } from 'vitest';
import { readAnswer } from './http-line.ts';

const pieces = (...texts: string[]) => texts.map((text) => Buffer.from(text));

describe('an answer', () => {
  it('is whole when its length is there', () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n';
    expect(readAnswer(pieces(head))).toBeNull();
    expect(readAnswer(pieces(head, 'abc'))).toBeNull();
    expect(readAnswer(pieces(head, 'abc', 'def'))).toEqual({ status: 200, body: 'abcdef' });
    expect(readAnswer(pieces('HTTP/1.1 204 No', ' Content\r\ncontent-length: 0\r\n\r\n'))).toEqual({ status: 204, body: '' });
  });

  it('is put together from its chunks', () => {
    const head = 'HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n';
    expect(readAnswer(pieces(head, '3\r\nабв'.slice(0, 5)))).toBeNull();
    expect(readAnswer(pieces(head, '6\r\nабв\r\n', '2\r\nde\r\n0\r\n\r\n'))).toEqual({ status: 404, body: 'абвde' });
  });

  it('without an end is refused', () => {
    expect(() => readAnswer(pieces('HTTP/1.1 200 OK\r\n\r\nabc'))).toThrow('without an end');
  });
});
