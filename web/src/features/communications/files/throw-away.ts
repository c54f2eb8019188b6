import { api } from '../../../api/client.ts';
import { report } from '../../../report.ts';

/** Throws away an upload that will not be sent. What cannot be reached now, the server throws away by itself after a day. */
export function throwAway(fileId: string): void {
  api.files.remove({ params: { fileId } }).catch(report);
}
