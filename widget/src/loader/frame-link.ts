import type { ToFrame, ToHost } from '../link/messages.ts';
import { element } from './elements.ts';

export interface FrameLink {
  readonly iframe: HTMLIFrameElement;
  send(message: ToFrame): void;
  /** Forgets the frame; a later one is another link. */
  end(): void;
}

/**
 * Loads the chat into `holder` and answers its announcement: the frame says an empty message to anybody, which tells
 * nobody anything; only our own frame, still at the exact chat origin, gets the port over which all else goes.
 * @param address of the chat's page at `origin`
 * @param greet made anew for each announcement, since a frame that was reloaded announces itself again
 */
export function linkFrame(
  holder: HTMLElement,
  origin: string,
  address: string,
  title: string,
  greet: () => ToFrame,
  receive: (message: ToHost) => void,
): FrameLink {
  const iframe = element('iframe', { src: `${origin}/chat/${address}`, title, allow: 'autoplay' });
  let port: MessagePort | null = null;
  function answer(event: MessageEvent): void {
    if (event.source === null || event.source !== iframe.contentWindow || event.origin !== origin || event.data !== '') return;
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = (message: MessageEvent<ToHost>) => receive(message.data);
    iframe.contentWindow?.postMessage('', origin, [channel.port2]);
    port.postMessage(greet());
  }
  addEventListener('message', answer);
  holder.replaceChildren(iframe);
  return {
    iframe,
    send: (message) => port?.postMessage(message),
    end() {
      removeEventListener('message', answer);
      // What it said last and was not heard is older than what it keeps itself.
      if (port) port.onmessage = null;
      port?.close();
      iframe.remove();
    },
  };
}
