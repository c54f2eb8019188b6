import { Readable } from 'node:stream';
import { diskStorage, openFiles, receiveUpload, type Storage, type Uploader } from '../src/files/index.ts';
import { openDatabase } from '../src/platform/database.ts';
import { openLog } from '../src/platform/log.ts';

/** An upload in a process of its own, which stands still at one point until it is killed. */
export interface UploadOrder {
  appUrl: string;
  folder: string;
  uploader: Uploader;
  /** While the bytes come; before they lie in the storage; when they lie there. */
  standsStill: 'coming' | 'before storing' | 'after storing';
}

process.on('message', (order: UploadOrder) => {
  const still = new Promise<never>(() => setInterval(() => {}, 60_000));
  const here = () => {
    process.send?.('here');
    return still;
  };
  const disk = diskStorage(order.folder);
  const storage: Storage = {
    ...disk,
    async keep(...file) {
      if (order.standsStill === 'before storing') await here();
      await disk.keep(...file);
      if (order.standsStill === 'after storing') await here();
    },
  };
  const files = openFiles({
    db: openDatabase(order.appUrl),
    log: openLog('warn'),
    storage,
    folder: order.folder,
    limits: { uploadLimit: 1_000_000, byKind: { picture: 1_000_000, video: 1_000_000, audio: 1_000_000, other: 1_000_000 } },
    urlKey: Buffer.alloc(32),
  });
  async function* bytes() {
    yield Buffer.from('some of it');
    if (order.standsStill === 'coming') await here();
  }
  const body = Readable.from(bytes());
  receiveUpload(files, { uploader: order.uploader, name: 'a.txt', length: null, body, isCancelled: () => false }).catch(
    (error: unknown) => {
      throw error;
    },
  );
});
