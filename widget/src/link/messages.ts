import type { UploadedFile } from '@parley/contract/entities/file';
import type { VisitorDetails, VisitorIdentity } from '@parley/contract/entities/visitor';
import type { VisitorPage } from '@parley/contract/entities/visitor-page';

/** A message that was typed and sent but not yet taken by the server. It outlives a reload of the page. */
export interface Unsent {
  clientMessageId: string;
  text: string;
  file: UploadedFile | null;
}

/** A file that hangs on what is being written: uploaded, or (`file` null) on its way, which ends with the page. */
export interface KeptFile {
  name: string;
  size: number;
  file: UploadedFile | null;
}

/** What stands in the form before the first message. */
export type Details = Partial<Record<keyof VisitorDetails, string | true>>;

/** What the visitor was about to say: kept per tab by the host page. */
export interface Draft {
  text: string;
  unsent: Unsent[];
  files: KeptFile[];
  details: Details;
}

/** From the host page (loader) to the chat (frame), through the port alone. */
export type ToFrame =
  | { type: 'start'; secret: string | null; keeps: boolean; open: boolean; draft: Draft; identity: VisitorIdentity | null; muted: boolean }
  | { type: 'open'; open: boolean }
  /** The stored secret as it is now: another tab set or removed it, or `keep` was answered. */
  | { type: 'secret'; secret: string | null }
  /** Answer to `claim`: start a session (`secret` null), or take this one. */
  | { type: 'turn'; secret: string | null }
  /** Who the site says that its visitor is. */
  | { type: 'identify'; identity: VisitorIdentity }
  /** The site's visitor has left: the session ends, and what was typed is gone. */
  | { type: 'signOut' }
  /** The page that the visitor is on. */
  | { type: 'page'; page: VisitorPage };

/** From the chat (frame) to the host page (loader). */
export type ToHost =
  | { type: 'ready' }
  | { type: 'close' }
  | { type: 'unread'; count: number }
  /** Something was said just now. */
  | { type: 'message'; from: 'visitor' | 'agent' }
  | { type: 'mute'; muted: boolean }
  /** The server did not take the site's word for who this is. */
  | { type: 'refusedIdentity' }
  | { type: 'draft'; draft: Draft }
  /** May I start a session? Two tabs must not. */
  | { type: 'claim' }
  /** This session was started: keep its secret, unless another came first. */
  | { type: 'keep'; secret: string }
  /** The session could not be started: another tab may try. */
  | { type: 'release' }
  /** This session is over. */
  | { type: 'forget'; secret: string };

export const emptyDraft: Draft = { text: '', unsent: [], files: [], details: {} };

/**
 * The draft that stands in storage, or an empty one: storage may hold anything. What it says of files goes to the frame as it
 * is, which reads it by the contract (`files/kept.ts`): here every byte counts.
 */
export function readDraft(stored: string | null): Draft {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null || !('text' in value) || !('unsent' in value)) return emptyDraft;
    const { text, unsent } = value;
    if (typeof text !== 'string' || !Array.isArray(unsent)) return emptyDraft;
    return {
      text,
      unsent: unsent.filter(isUnsent),
      files: 'files' in value && Array.isArray(value.files) ? value.files : [],
      details: 'details' in value && typeof value.details === 'object' && value.details !== null ? value.details : {},
    };
  } catch {
    return emptyDraft;
  }
}

const isUnsent = (value: unknown): value is Unsent =>
  typeof value === 'object' &&
  value !== null &&
  'clientMessageId' in value &&
  'text' in value &&
  typeof value.clientMessageId === 'string' &&
  typeof value.text === 'string';
