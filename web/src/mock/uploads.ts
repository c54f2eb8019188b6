import type { FileUrls, UploadedFile } from '@parley/contract';
import { exampleCall } from '@parley/contract/fixtures/emails';
import { before } from '@parley/contract/fixtures/people';
import { examplePicture } from '@parley/contract/fixtures/rooms';
import { pictureOf } from './picture.ts';
import { recordingOf } from './recording.ts';

/** What is in the stories, made when it is asked for. */
const drawn: Readonly<Record<string, () => string>> = {
  [examplePicture.fileId]: pictureOf,
  [exampleCall.recordingFileId ?? '']: recordingOf,
};

/** Files that were chosen while the page is open; they stay in the browser. */
export class MockUploads {
  readonly #all = new Map<string, { facts: UploadedFile; url: string }>();

  /** Takes a file in as the server would; what is no picture that can be measured is shown as a file. */
  async take(file: File): Promise<UploadedFile> {
    const picture = file.type.startsWith('image/') ? await createImageBitmap(file).catch(() => null) : null;
    const facts: UploadedFile = {
      fileId: crypto.randomUUID(),
      fileName: file.name,
      fileSize: file.size,
      mediaType: file.type === '' ? 'application/octet-stream' : file.type,
      imageWidth: picture?.width ?? null,
      imageHeight: picture?.height ?? null,
      type: picture === null ? 'FILE' : 'IMAGE',
      notice: null,
    };
    this.#all.set(facts.fileId, { facts, url: URL.createObjectURL(file) });
    return facts;
  }

  facts(fileId: string): UploadedFile | undefined {
    return this.#all.get(fileId)?.facts;
  }

  /** Addresses of those that exist; picture and recording of the stories are made. */
  urls(fileIds: readonly string[]): FileUrls[] {
    return fileIds.flatMap((fileId) => {
      const url = drawn[fileId]?.() ?? this.#all.get(fileId)?.url;
      return url === undefined ? [] : [{ fileId, url, downloadUrl: url, thumbnailUrl: url, expiresAt: before(Date.now(), -10) }];
    });
  }
}

/** Stands in for the browser's own class, by which files are uploaded. As much of it as the application uses. */
export function mockUploadRequestOf(uploads: MockUploads) {
  return class MockUploadRequest {
    readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    onloadend: (() => void) | null = null;
    status = 0;
    responseText = '';

    open(_method: string, _address: string): void {}

    setRequestHeader(_name: string, _value: string): void {}

    getResponseHeader(name: string): string | null {
      return name === 'date' ? new Date().toUTCString() : null;
    }

    abort(): void {
      this.onabort?.();
      this.onloadend?.();
    }

    send(file: File): void {
      uploads.take(file).then(
        (facts) => {
          this.upload.onprogress?.({ loaded: file.size, total: file.size });
          this.status = 200;
          this.responseText = JSON.stringify(facts);
          this.onload?.();
          this.onloadend?.();
        },
        () => this.onerror?.(),
      );
    }
  };
}
