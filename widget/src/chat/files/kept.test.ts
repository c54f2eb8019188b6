import type { UploadedFile } from '@parley/contract/entities/file';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Draft, emptyDraft, readDraft, type ToHost } from '../../link/messages.ts';
import { type Storage, safeStorage } from '../../session/storage.ts';
import { draftKeeper, readKept } from './kept.ts';

const file: UploadedFile = {
  fileId: '0192b7a0-0000-7000-8000-00000000000a',
  fileName: 'план.pdf',
  fileSize: 9,
  mediaType: 'application/pdf',
  imageWidth: null,
  imageHeight: null,
  type: 'FILE',
  notice: null,
};
const draft: Draft = {
  text: 'Half a sentence',
  unsent: [
    { clientMessageId: 'client-1', text: 'Hello', file: null },
    { clientMessageId: 'client-2', text: '', file },
  ],
  files: [
    { name: 'план.pdf', size: 9, file },
    { name: 'видео.mp4', size: 9, file: null },
  ],
  details: { name: 'Мира', consent: true },
};
const through = (stored: string) => readKept(readDraft(stored));

describe('what the page keeps', () => {
  it('comes back as it was', () => {
    expect(through(JSON.stringify(draft))).toEqual(draft);
  });

  it('comes back from before there were files', () => {
    const old = { text: 'Hi', unsent: [{ clientMessageId: 'client-1', text: 'Hello' }] };
    expect(through(JSON.stringify(old))).toEqual({ text: 'Hi', details: {}, unsent: [{ ...old.unsent[0], file: null }], files: [] });
    expect(readKept(old as unknown as Draft).files).toEqual([]);
  });

  it('is left out where it cannot be read, and never stops the chat', () => {
    const broken = {
      ...draft,
      unsent: [{ ...draft.unsent[1], file: { ...file, fileSize: -1 } }, draft.unsent[0]],
      files: [7, draft.files[0]],
    };
    expect(through(JSON.stringify(broken))).toEqual({ ...draft, unsent: [draft.unsent[0]], files: [draft.files[0]] });
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (text, unsent, files) => {
        const kept = through(JSON.stringify({ text, unsent, files }));
        expect(typeof kept.text).toBe('string');
      }),
    );
  });
});

describe('the frame’s own copy', () => {
  /** A chat whose page hears nothing any more of what it is told. */
  function chat(own: Storage, stored: Draft, left = '', lasting: Storage | null = null) {
    const told: ToHost[] = [];
    const start = {
      type: 'start',
      secret: null,
      keeps: lasting === null,
      open: true,
      draft: stored,
      identity: null,
      muted: false,
      left,
    } as const;
    const host = { origin: 'https://shop.example', start, send: (message: ToHost) => told.push(message) };
    return { told, ...draftKeeper(host, 'w', lasting ?? nowhere(), () => {}, own) };
  }
  const nowhere = () =>
    safeStorage(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });

  it('is what was last kept, also where the page was left before it heard of it', () => {
    const own = nowhere();
    const first = chat(own, emptyDraft);
    first.keep(draft);
    expect(first.told).toEqual([{ type: 'draft', draft: { ...draft, of: '' } }]);
    expect(chat(own, emptyDraft).kept).toEqual(draft);
    chat(own, draft).keep(emptyDraft);
    expect(chat(own, draft).kept).toEqual(emptyDraft);
  });

  it('counts for nothing where there is none', () => {
    expect(chat(nowhere(), draft).kept).toEqual(draft);
  });

  it('and the page’s are of nobody after a sign-out, and are thrown away', () => {
    const own = nowhere();
    chat(own, emptyDraft).keep(draft);
    const next = chat(own, draft, 'first');
    expect(next.kept).toEqual(emptyDraft);
    expect(next.told).toEqual([{ type: 'draft', draft: { ...emptyDraft, of: 'first' } }]);
    next.keep(draft);
    expect(chat(own, { ...draft, text: 'Of before', of: '' }, 'first').kept).toEqual(draft);
    expect(chat(nowhere(), { ...draft, of: 'first' }, 'first').kept).toEqual(draft);
    next.leave('second');
    next.keep({ ...draft, text: 'Of the next' });
    expect(chat(own, emptyDraft, 'second').kept.text).toBe('Of the next');
  });

  it('and the sign-out are the frame’s matter where the page keeps nothing', () => {
    vi.stubGlobal('addEventListener', () => {});
    const [own, lasting] = [nowhere(), nowhere()];
    const first = chat(own, emptyDraft, '', lasting);
    first.keep(draft);
    expect(chat(own, emptyDraft, '', lasting).kept).toEqual(draft);
    chat(nowhere(), emptyDraft, '', lasting).leave('in another tab');
    expect(chat(own, emptyDraft, '', lasting).kept).toEqual(emptyDraft);
    vi.unstubAllGlobals();
  });
});
