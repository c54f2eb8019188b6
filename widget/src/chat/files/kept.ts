import type { Draft, KeptFile, Unsent } from '../../link/messages.ts';
import { count, list, maybe, type Reader, record, text } from '../wire/reader.ts';
import { uploadedFile } from '../wire/wire.ts';

const unsent = record<Unsent>({ clientMessageId: text, text, file: (value) => maybe(uploadedFile)(value ?? null) });
const keptFile = record<KeptFile>({ name: text, size: count, file: maybe(uploadedFile) });

/** The draft of the host page's storage, in which anything may stand: what cannot be read is left out. */
export const readKept = (draft: Draft): Draft => ({
  text: typeof draft.text === 'string' ? draft.text : '',
  unsent: readable(unsent, draft.unsent),
  // A loader of before there were files keeps none.
  files: readable(keptFile, draft.files),
  // Nor does one of before there was a form.
  details: draft.details ?? {},
});

const readable = <T>(read: Reader<T>, values: unknown): T[] =>
  (Array.isArray(values) ? values : []).flatMap((value) => {
    try {
      return list(read)([value]);
    } catch {
      return [];
    }
  });
