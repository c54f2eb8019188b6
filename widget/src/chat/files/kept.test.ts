import type { UploadedFile } from '@parley/contract/entities/file';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draft, readDraft } from '../../link/messages.ts';
import { readKept } from './kept.ts';

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
