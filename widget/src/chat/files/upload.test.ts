import { beforeEach, describe, expect, it, vi } from 'vitest';
import { patienceWith, uploadFile } from './upload.ts';

const SECOND = 1000;
const answer = {
  fileId: '0192b7a0-0000-7000-8000-00000000000a',
  fileName: 'photo.jpg',
  fileSize: 1_500_000,
  mediaType: 'image/jpeg',
  imageWidth: null,
  imageHeight: null,
  type: 'FILE',
  notice: null,
};

/** A browser's request whose bytes something on the way takes at once; the answer comes when it is let. */
class Request {
  static last: Request;
  readonly upload: { onprogress: (event: { loaded: number; total: number }) => void } = { onprogress: () => {} };
  status = 0;
  responseText = '';
  aborted = false;
  onloadend: () => void = () => {};

  constructor() {
    Request.last = this;
  }

  open(): void {}
  setRequestHeader(): void {}

  send({ size }: File): void {
    setTimeout(() => this.upload.onprogress({ loaded: size, total: size }), 100);
  }

  abort(): void {
    this.aborted = true;
    this.onloadend();
  }

  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.onloadend();
  }
}

function begin(size = 1_500_000) {
  const told: Array<[number, boolean]> = [];
  const file = Object.defineProperty(new File([], 'photo.jpg'), 'size', { value: size });
  const done = uploadFile('', 'secret', file, (part, stands) => told.push([part, stands]), new AbortController().signal);
  return { done, told };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('an upload whose bytes were taken at once', () => {
  it('waits for its answer as long as a slow line needs for them, and says that it stands', async () => {
    const { done, told } = begin();
    await vi.advanceTimersByTimeAsync(180 * SECOND);
    expect(told).toEqual([
      [0, false],
      [1, false],
      [1, true],
    ]);
    Request.last.answer(200, answer);
    expect(await done).toEqual({ is: 'ok', value: answer });
    await vi.advanceTimersByTimeAsync(900 * SECOND);
    expect([Request.last.aborted, told.length]).toEqual([false, 3]);
  });

  it('has broken when nothing comes for longer than that', async () => {
    const { done } = begin();
    await vi.advanceTimersByTimeAsync(240 * SECOND);
    expect(Request.last.aborted).toBe(true);
    expect(await done).toEqual({ is: 'broken', retryAfter: null });
  });
});

it('an upload is waited for by its size and by what was seen of it, and never longer than ten minutes', () => {
  expect([patienceWith(800, 0), patienceWith(1_500_000, 0), patienceWith(800, 60 * SECOND)].map(Math.round)).toEqual([
    45_100, 232_500, 165_000,
  ]);
  expect([patienceWith(100_000_000, 0), patienceWith(0, 3_000 * SECOND)]).toEqual([600_000, 600_000]);
});

it('an upload is ended, or refused for good, by our own word, and for its size by anybody’s', async () => {
  const after = async (status: number, body: unknown) => {
    const { done } = begin();
    Request.last.answer(status, body);
    return (await done).is;
  };
  expect(await after(401, '<!doctype html>')).toBe('broken');
  expect(await after(403, '<!doctype html>')).toBe('broken');
  expect(await after(401, { message: 'VISITOR_SESSION_ENDED', errors: [] })).toBe('ended');
  expect(await after(422, { message: 'FILE_EMPTY', errors: [] })).toBe('refused');
  expect(await after(413, '<h1>Too large</h1>')).toBe('refused');
});
