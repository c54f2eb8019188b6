import type { EmailPage } from '@parley/contract';
import { exampleEmailHtml } from '@parley/contract/fixtures/emails';
import { before } from '@parley/contract/fixtures/people';

const grounds = {
  light: 'color-scheme: light; color: #1f1d24; background: #fff',
  dark: 'color-scheme: dark; color: #e8e6ee; background: #211f27',
};

/** The example's e-mail as a page of its own, as the server would give it. */
export function emailPageOf({ pictures, dark }: { pictures: boolean; dark: boolean }): EmailPage {
  const ground = dark ? grounds.dark : grounds.light;
  const html = `<!doctype html><title>E-mail</title><style>body { margin: 12px; font: 14px/1.45 Roboto, Arial, sans-serif; ${ground} }</style>${exampleEmailHtml}`;
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  return { url, remotePictures: pictures ? 0 : 1, expiresAt: before(Date.now(), -10) };
}
