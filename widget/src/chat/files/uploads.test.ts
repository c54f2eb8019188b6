import type { UploadedFile } from '@parley/contract/entities/file';
import { ATTACHMENTS_LIMIT } from '@parley/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../api.ts';
import { type Attachment, attachmentsAfter } from '../state/attachments.ts';
import { type UploadEnds, uploads } from './uploads.ts';

const LIMIT = 1000;
const file = (name: string, size = 10) => new File(['x'.repeat(size)], name);
const stored = ({ name, size }: File): UploadedFile => ({
  fileId: `id of ${name}`,
  fileName: name,
  fileSize: size,
  mediaType: 'text/plain',
  imageWidth: null,
  imageHeight: null,
  type: 'FILE',
  notice: null,
});

/** A tray whose uploads take 100 ms, with the half of them told after 50. */
function tray(
  answerTo: (file: File) => Answer<UploadedFile> = (one) => ({ is: 'ok', value: stored(one) }),
  ends: Partial<UploadEnds> = {},
) {
  let attachments: readonly Attachment[] = [];
  const seen = { begun: [] as string[], discarded: [] as string[], ended: 0, atOnce: 0, most: 0 };
  const byKind = { picture: LIMIT, video: LIMIT / 2, audio: LIMIT, other: LIMIT };
  const attaching = uploads(
    { uploadLimit: LIMIT, byKind },
    {
      attachments: () => attachments,
      dispatch(action) {
        attachments = attachmentsAfter(attachments, action);
      },
      may: () => true,
      secret: async () => ({ is: 'ok', value: 'secret' }),
      async upload(_secret, one, told, stop) {
        seen.begun.push(one.name);
        seen.most = Math.max(seen.most, ++seen.atOnce);
        await new Promise((done) => setTimeout(done, 50));
        told(0.5, false);
        await new Promise((done) => setTimeout(done, 50));
        seen.atOnce -= 1;
        // A cancelled request answers nothing, unless the server was quicker.
        return stop.aborted && one.name !== 'late' ? { is: 'broken', retryAfter: null } : answerTo(one);
      },
      discard: (fileId) => seen.discarded.push(fileId),
      ended: () => {
        seen.ended += 1;
      },
      ...ends,
    },
  );
  return { attaching, seen, brief: () => attachments.map(({ name, is, trouble }) => `${name} ${trouble ?? is}`), all: () => attachments };
}
const keyOf = (all: readonly Attachment[], name: string): string => all.find((one) => one.name === name)?.key ?? '';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('uploads', () => {
  it('go one after the other, in the order of choice, and tell how far they are', async () => {
    const { attaching, seen, brief, all } = tray();
    expect(attaching.attach([file('a'), file('b')])).toBe(true);
    await vi.advanceTimersByTimeAsync(60);
    expect(brief()).toEqual(['a uploading', 'b waiting']);
    expect(all()[0]?.part).toBe(0.5);
    await vi.advanceTimersByTimeAsync(200);
    expect(brief()).toEqual(['a uploaded', 'b uploaded']);
    expect([seen.begun, seen.most]).toEqual([['a', 'b'], 1]);
  });

  it('wait until something may be taken, and point at once to what is missing', async () => {
    const asked: boolean[] = [];
    let isWhole = false;
    const may = (now: boolean) => {
      asked.push(now);
      return isWhole;
    };
    const { attaching, seen, brief } = tray(undefined, { may });
    attaching.attach([file('a')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([seen.begun, brief(), asked[0]]).toEqual([[], ['a waiting'], true]);
    isWhole = true;
    attaching.go();
    await vi.advanceTimersByTimeAsync(1000);
    expect([seen.begun, brief()]).toEqual([['a'], ['a uploaded']]);
    expect(asked.filter(Boolean)).toHaveLength(1);
  });

  it('can go again when what the form says is not taken', async () => {
    let answer: Answer<string> = { is: 'refused' };
    const { attaching, brief, all } = tray(undefined, { secret: async () => answer });
    attaching.attach([file('a')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(brief()).toEqual(['a FAILED']);
    answer = { is: 'ok', value: 'secret' };
    attaching.retry(keyOf(all(), 'a'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(brief()).toEqual(['a uploaded']);
  });

  it('do not begin where the size says no', async () => {
    const { attaching, seen, brief } = tray();
    attaching.attach([file('large', LIMIT + 1), file('empty', 0), file('fits', LIMIT)]);
    await vi.advanceTimersByTimeAsync(200);
    expect(brief()).toEqual(['large TOO_LARGE', 'empty EMPTY', 'fits uploaded']);
    expect(seen.begun).toEqual(['fits']);
  });

  it('of a kind with a limit of its own are held to that, and it is told', async () => {
    const { attaching, brief, all } = tray();
    const video = new File([new Uint8Array(LIMIT / 2 + 1)], 'film', { type: 'video/mp4' });
    attaching.attach([video, file('fits', LIMIT)]);
    await vi.advanceTimersByTimeAsync(200);
    expect(brief()).toEqual(['film TOO_LARGE', 'fits uploaded']);
    expect(attaching.limitOf(all()[0]?.key ?? '')).toBe(LIMIT / 2);
  });

  it('are no more than hang on one message', () => {
    const { attaching, all } = tray();
    expect(attaching.attach(Array.from({ length: ATTACHMENTS_LIMIT + 1 }, (_, at) => file(`${at}`)))).toBe(false);
    expect(all()).toHaveLength(ATTACHMENTS_LIMIT);
    expect(attaching.attach([file('one more')])).toBe(false);
  });

  it('are cancelled in the middle, and the next goes on', async () => {
    const { attaching, seen, brief, all } = tray();
    attaching.attach([file('a'), file('b')]);
    await vi.advanceTimersByTimeAsync(60);
    attaching.remove(keyOf(all(), 'a'));
    await vi.advanceTimersByTimeAsync(200);
    expect(brief()).toEqual(['b uploaded']);
    expect(seen.discarded).toEqual([]);
  });

  it('that the server took at the moment of cancelling, or that are taken off later, are thrown away there', async () => {
    const { attaching, seen, brief, all } = tray();
    attaching.attach([file('late'), file('b')]);
    await vi.advanceTimersByTimeAsync(60);
    attaching.remove(keyOf(all(), 'late'));
    await vi.advanceTimersByTimeAsync(300);
    expect(seen.discarded).toEqual(['id of late']);
    attaching.remove(keyOf(all(), 'b'));
    expect([brief(), seen.discarded]).toEqual([[], ['id of late', 'id of b']]);
  });

  it('that broke go again when they are told to, and those that were refused do not ask for it', async () => {
    let answer: Answer<UploadedFile> = { is: 'broken', retryAfter: null };
    const { attaching, brief, all } = tray((one) =>
      one.name === 'bad' ? { is: 'refused' } : answer.is === 'ok' ? { is: 'ok', value: stored(one) } : answer,
    );
    attaching.attach([file('a'), file('bad')]);
    await vi.advanceTimersByTimeAsync(300);
    expect(brief()).toEqual(['a FAILED', 'bad REFUSED']);
    answer = { is: 'ok', value: stored(file('a')) };
    attaching.retry(keyOf(all(), 'a'));
    expect(brief()[0]).toBe('a uploading');
    await vi.advanceTimersByTimeAsync(300);
    expect(brief()).toEqual(['a uploaded', 'bad REFUSED']);
  });

  it('that are done are taken by a message, and the others stay', async () => {
    const { attaching, seen, brief } = tray();
    attaching.attach([file('a'), file('large', LIMIT + 1), file('b')]);
    await vi.advanceTimersByTimeAsync(300);
    expect(attaching.take().map(({ fileName }) => fileName)).toEqual(['a', 'b']);
    expect([brief(), seen.discarded]).toEqual([['large TOO_LARGE'], []]);
  });

  it('go with the session: to be tried again while the page has the file, lost otherwise', async () => {
    const { attaching, brief, seen } = tray();
    attaching.restore([
      { name: 'kept', size: 4, file: stored(file('kept')) },
      { name: 'cut off', size: 4, file: null },
    ]);
    expect(brief()).toEqual(['kept uploaded', 'cut off LOST']);
    attaching.attach([file('a'), file('b')]);
    await vi.advanceTimersByTimeAsync(120);
    attaching.sessionEnded();
    await vi.advanceTimersByTimeAsync(300);
    expect(brief()).toEqual(['kept LOST', 'cut off LOST', 'a FAILED', 'b FAILED']);
    expect(seen.begun).toEqual(['a', 'b']);
  });

  it('tell of a session that is over', async () => {
    const { attaching, brief, seen } = tray(() => ({ is: 'ended' }));
    attaching.attach([file('a')]);
    await vi.advanceTimersByTimeAsync(300);
    expect([brief(), seen.ended]).toEqual([['a FAILED'], 1]);
  });
});
