import { letThingsHappen } from './happenings.ts';
import { answer } from './http.ts';
import { mockSocketOf } from './socket.ts';
import { mockUploadRequestOf } from './uploads.ts';
import type { MockWorld } from './world.ts';

/** As long as an answer from nearby takes, so that what is shown meanwhile is seen. */
const ANSWER_MS = 60;

/** Puts the world where fetch, uploads and the websocket would reach the server. Everything else of the application is as it is. */
export function replaceTransport(world: MockWorld): void {
  const fetched = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (...given: Parameters<typeof fetch>) => {
    const request = new Request(...given);
    const mocked = await answer(world, request.clone());
    if (mocked === null) return fetched(request);
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    request.signal.throwIfAborted();
    return mocked;
  };
  Object.assign(globalThis, { WebSocket: mockSocketOf(world), XMLHttpRequest: mockUploadRequestOf(world.uploads) });
  letThingsHappen(world);
}
