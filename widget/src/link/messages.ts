import type { UploadedFile } from '@parley/contract/entities/file';
import type { VisitorIdentity } from '@parley/contract/entities/visitor';
import type { WidgetForm } from '@parley/contract/entities/widget';

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
export type Details = Partial<Record<keyof WidgetForm, string | true>>;

/** What the visitor was about to say: kept per tab by the host page. */
export interface Draft {
  text: string;
  unsent: Unsent[];
  files: KeptFile[];
  details: Details;
  /** The sign-out in this browser before which nothing of it was there. After another one it is somebody else's. */
  of?: string;
}

/** From the host page (loader) to the chat (frame), through the port alone. */
export type ToFrame =
  | {
      type: 'start';
      secret: string | null;
      keeps: boolean;
      open: boolean;
      draft: Draft;
      identity: VisitorIdentity | null;
      muted: boolean;
      /** The last sign-out in this browser; empty before the first. */
      left: string;
    }
  | { type: 'open'; open: boolean }
  /** The stored secret as it is now: another tab set or removed it, or `keep` was answered. */
  | { type: 'secret'; secret: string | null }
  /** Answer to `claim`: start a session (`secret` null), or take this one. */
  | { type: 'turn'; secret: string | null }
  /** Who the site says that its visitor is. */
  | { type: 'identify'; identity: VisitorIdentity }
  /** The site's visitor has left, in this tab or another: the session ends, and what was typed is gone. */
  | { type: 'signOut'; left: string }
  /** The page that the visitor is on; `given` is what the site says of it, as JSON, `from` the page that led to it. */
  | { type: 'page'; given: string; title: string; address: string; from: string };

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
 * The draft that stands in storage, in which anything may stand. The frame reads it by the contract (`files/kept.ts`): here every
 * byte counts.
 */
export function readDraft(stored: string | null): Draft {
  try {
    return { ...emptyDraft, ...JSON.parse(stored ?? 'null') };
  } catch {
    return emptyDraft;
  }
}
