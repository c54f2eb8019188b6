import * as z from 'zod/mini';
import type { Task } from '../platform/jobs.ts';
import type { Files } from './files.ts';
import { removeBytes } from './remove.ts';

const AT_ONCE = 200;

/** Neither sent nor in a draft, nor waiting to be sent, within a day; left behind by a process that was killed while it stored or removed them. */
const LEFT_BEHIND = `(state = 'UPLOADED' and created_at < now() - interval '24 hours'
    and not exists (select from room_drafts d where d.user_id = files.user_id and files.id = any(d.file_ids))
    and not exists (select from scheduled_messages s where s.author_id = files.user_id and files.id = any(s.file_ids)
      and (s.state = 'WAITING' or (s.state in ('CANCELLED', 'FAILED') and not s.dismissed))))
  or (state = 'ARRIVING' and created_at < now() - interval '1 hour')
  or state = 'GOING'`;
const Row = z.object({ id: z.string(), storage_key: z.string(), has_thumbnail: z.boolean() });

/** Hourly, over all accounts. May be broken off and run again at any time: a row goes after its bytes. */
export function sweepFiles(files: Files): Task {
  return async (_payload, { query, signal }) => {
    await files.arriving.sweep();
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await query(
        `update files set state = 'GOING' where id = any (array(select id from files where ${LEFT_BEHIND} order by id limit ${AT_ONCE} for update skip locked))
         returning id, storage_key, has_thumbnail`,
      );
      const going = z.array(Row).parse(rows);
      for (const file of going) await removeBytes(files.storage, file);
      await query(`delete from files where id = any ($1) and state = 'GOING'`, [going.map(({ id }) => id)]);
      if (going.length < AT_ONCE) return;
    }
  };
}
