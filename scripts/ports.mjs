import { createServer } from 'node:net';
import { Refusal } from './refusal.mjs';

/**
 * Makes sure, before any long work, that a port can be listened on.
 *
 * @param {{ host: string, port: number, purpose: string, remedy: string }} options
 * @returns {Promise<void>}
 * @throws {Refusal}
 */
export function assertPortIsFree({ host, port, purpose, remedy }) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) =>
      reject(explainedListening(/** @type {NodeJS.ErrnoException} */ (error), { host, port, purpose, remedy })),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {{ host: string, port: number, purpose: string, remedy: string }} options
 */
function explainedListening(error, { host, port, purpose, remedy }) {
  if (error.code === 'EADDRINUSE') return new Refusal(`Port ${port} on ${host}, ${purpose}, is in use: ${remedy}.`);
  if (error.code === 'EACCES') return new Refusal(`No permission to listen on port ${port}: ${remedy}.`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(error.code ?? '')) {
    return new Refusal(`PARLEY_HOST is ${host}, which is no address of this machine.`);
  }
  return error;
}
