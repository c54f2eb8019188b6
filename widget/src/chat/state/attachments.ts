import type { UploadedFile } from '@parley/contract/entities/file';

/** Why a file is not, or not yet, uploaded, for good (`can` is false) or until it is tried again. */
export type Trouble = 'TOO_LARGE' | 'EMPTY' | 'FAILED' | 'REFUSED' | 'LOST';

/** A file that hangs on what the visitor writes. */
export interface Attachment {
  key: string;
  name: string;
  /** In bytes. */
  size: number;
  /** `waiting`: others go first. */
  is: 'waiting' | 'uploading' | 'uploaded' | 'troubled';
  /** How much of it has gone, from 0 to 1. */
  part: number;
  /** Nothing has moved for a while. */
  stands: boolean;
  trouble: Trouble | null;
  /** As the server has it, once it is uploaded. */
  file: UploadedFile | null;
}

export type AttachmentAction =
  | { type: 'attached'; attachments: readonly Attachment[] }
  | { type: 'uploadWaits'; key: string }
  | { type: 'uploading'; key: string; part: number; stands: boolean }
  | { type: 'uploaded'; key: string; file: UploadedFile }
  | { type: 'notUploaded'; key: string; trouble: Trouble }
  | { type: 'detached'; keys: readonly string[] };

/** The attachments after `action`. What comes late for one that is gone changes nothing. */
export function attachmentsAfter(attachments: readonly Attachment[], action: AttachmentAction): readonly Attachment[] {
  const change = (key: string, next: Partial<Attachment>) =>
    attachments.map((one) => (one.key === key ? { ...one, stands: false, trouble: null, file: null, ...next } : one));
  switch (action.type) {
    case 'attached':
      return [...attachments, ...action.attachments];
    case 'uploadWaits':
      return change(action.key, { is: 'waiting', part: 0 });
    case 'uploading':
      return change(action.key, { is: 'uploading', part: action.part, stands: action.stands });
    case 'uploaded':
      return change(action.key, { is: 'uploaded', part: 1, file: action.file });
    case 'notUploaded':
      return change(action.key, { is: 'troubled', trouble: action.trouble });
    case 'detached':
      return attachments.filter(({ key }) => !action.keys.includes(key));
  }
}

/** Whether one of them is still on its way. */
export const isUnderWay = (attachments: readonly Attachment[]): boolean =>
  attachments.some(({ is }) => is === 'waiting' || is === 'uploading');
