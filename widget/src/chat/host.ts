import { siteAllows } from '@parley/contract/allowed-sites';
import type { ToFrame, ToHost } from '../link/messages.ts';

/** The page that holds this frame, once it has answered. */
export interface Host {
  readonly origin: string;
  readonly start: Extract<ToFrame, { type: 'start' }>;
  send(message: ToHost): void;
  listen(receive: (message: ToFrame) => void): void;
}

const ANNOUNCE_EVERY = 500;
const ANNOUNCE_AT_MOST = 20;

/**
 * Meets the page around this frame. The announcement is an empty message to anybody. Only an answer from the parent, from
 * a site on the widget's list, that brings a port counts; everything after that goes over the port.
 */
export function meetHost(allowedSites: readonly string[]): Promise<Host> {
  return new Promise((meet) => {
    let said = 0;
    const announce = () => {
      parent.postMessage('', '*');
      said += 1;
      if (said >= ANNOUNCE_AT_MOST) clearInterval(repeat);
    };
    const repeat = setInterval(announce, ANNOUNCE_EVERY);
    function answered({ source, origin, data, ports: [port] }: MessageEvent): void {
      if (parent === window || source !== parent || data !== '' || !port || !siteAllows(allowedSites, origin)) return;
      removeEventListener('message', answered);
      clearInterval(repeat);
      let receive: (message: ToFrame) => void = () => {};
      port.onmessage = ({ data: message }: MessageEvent<ToFrame>) => {
        if (message.type !== 'start') return receive(message);
        meet({
          origin,
          start: message,
          send: (out) => port.postMessage(out),
          listen(next) {
            receive = next;
          },
        });
      };
    }
    addEventListener('message', answered);
    announce();
  });
}
