import { Configuration } from '../entities/configuration.ts';
import { route } from './access.ts';

/** Public: read before anybody has signed in. */
export const configuration = {
  read: route('anyone', 'GET', '/configuration', 'Where people sign in, and where API and websocket are').output(Configuration),
};
