import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Rocket.Chat's chat widget as its makers built it for npm. */
export const LIVECHAT = '@rocket.chat/livechat@1.13.3';
/** Where `npm run bench:peers` puts it. */
export const LIVECHAT_FOLDER = fileURLToPath(new URL('../../.parley/bench/livechat', import.meta.url));
export const LIVECHAT_BUILD = `${LIVECHAT_FOLDER}/package/build`;
export const LIVECHAT_LOADER = 'rocketchat-livechat.min.js';

export const hasLivechat = (): boolean => existsSync(`${LIVECHAT_BUILD}/${LIVECHAT_LOADER}`);
