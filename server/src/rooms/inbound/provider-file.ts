import type { Readable } from 'node:stream';
import type { UploadedFile } from '@parley/contract';
import { type Files, receiveUpload, type Uploader } from '../../files/index.ts';
import type { FetchedFile } from '../channel-port.ts';

/** One try at a file that a provider keeps. */
export interface Asking {
  /** Milliseconds from asking to the first word. */
  answerWithin: number;
  /** Its provider has not said a word in that time. */
  wasSilent: boolean;
}

/** The provider's first word. Throws, and has the asking end, when none comes in its time. */
export async function answered(asked: Promise<FetchedFile>, ending: AbortController, asking: Asking): Promise<FetchedFile> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), asking.answerWithin);
  });
  try {
    const answer = await Promise.race([asked, silence]);
    if (answer !== null) return answer;
  } finally {
    clearTimeout(timer);
  }
  asking.wasSilent = true;
  ending.abort();
  // One that answers all the same is not listened to.
  asked.then(
    (late) => late.outcome === 'HERE' && late.body.destroy(),
    () => {},
  );
  throw new Error('the provider has not answered in time');
}

interface Taken {
  uploader: Uploader;
  name: string;
  length: number | null;
  body: Readable;
  /** Fewer than an upload may have. */
  mostBytes?: number;
}

/** Takes the bytes in as an upload of theirs. Throws as `receiveUpload`. */
export async function takeIn(files: Files, { body, ...taken }: Taken, signal: AbortSignal): Promise<UploadedFile> {
  const end = () => body.destroy();
  // Whoever reads the pieces hears of it; a connection that breaks when nobody reads any more must not end the process.
  body.on('error', () => {});
  signal.addEventListener('abort', end, { once: true });
  try {
    return await receiveUpload(files, { ...taken, body, isCancelled: () => signal.aborted });
  } finally {
    // What was refused is not read to its end.
    end();
  }
}
