import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { readInWorker } from '../src/channels/email/reading/read-in-worker.ts';
import { startReceivingMail } from '../src/channels/email/receiving/receive-mails.ts';
import { diskStorage, openFiles } from '../src/files/index.ts';
import { openDatabase } from '../src/platform/database.ts';
import { openLog } from '../src/platform/log.ts';
import { createSignal } from '../src/platform/signal.ts';
import { limitsOf } from './files.ts';
import { givenRooms } from './people.ts';

/** A process that receives mails, and that its parent kills. */
export interface MailProcess {
  appUrl: string;
  folder: string;
  key: string;
}

process.on('message', ({ appUrl, folder, key }: MailProcess) => {
  const db = openDatabase(appUrl);
  const log = openLog('silent');
  const limits = limitsOf(25 * 1024 * 1024);
  const urlKey = Buffer.alloc(32);
  const files = openFiles({ db, log, folder: join(folder, `arriving-${process.pid}`), storage: diskStorage(folder), limits, urlKey });
  const rooms = givenRooms(db, files).deps;
  startReceivingMail({ rooms, files, log, read: readInWorker, key: Buffer.from(key, 'hex') }, createSignal());
  process.send?.('ready');
});
