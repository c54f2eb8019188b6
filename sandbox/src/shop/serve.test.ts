import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { serveShop } from './serve.ts';

const PRODUCT = 'http://127.0.0.1:8080';

async function get(path: string, acceptLanguage = 'en') {
  const http = fastify();
  serveShop(http, PRODUCT);
  return http.inject({ url: path, headers: { 'accept-language': acceptLanguage } });
}

describe('the demo shop', () => {
  it('carries the widget’s tag under a policy that gives the product no more than the widget needs', async () => {
    const { body, headers } = await get('/');
    expect(body).toContain(`<script async src="${PRODUCT}/widget.js" data-widget="0193a1de-0000-7000-8000-0000000000c1"></script>`);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self' ${PRODUCT}; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' ${PRODUCT}; frame-src ${PRODUCT}; base-uri 'none'; form-action 'none'`,
    );
    expect(body).not.toMatch(/ style=|<style|<script>/);
  });

  it('speaks the language of the address, else of the browser', async () => {
    expect((await get('/')).body).toContain('Write something in the chat');
    expect((await get('/', 'bg-BG,bg;q=0.9')).body).toContain('Напишете нещо в чата');
    expect((await get('/lamps?lang=en', 'bg')).body).toContain('All lamps');
    expect((await get('/lamps?lang=xx', 'bg')).body).toContain('<html lang="bg">');
  });

  it('carries a widget and writes prices in the page’s language', async () => {
    const widgetOf = (body: string) => /data-widget="([^"]+)"/.exec(body)?.[1]?.slice(-2);
    const [english, bulgarian] = [(await get('/?lang=en', 'bg')).body, (await get('/?lang=bg')).body];
    expect([widgetOf(english), widgetOf(bulgarian)]).toEqual(['c1', 'c3']);
    expect(english).toContain('<span>€ 129.00</span>');
    expect(bulgarian).toContain('<span>129,00\u00a0€</span>');
  });
});

describe('settings of the sandbox', () => {
  it('takes the port after the product’s, by another name than the product', () => {
    expect(readSettings({})).toEqual({
      port: 8081,
      smppPort: 8082,
      mailPort: 8083,
      url: 'http://localhost:8081',
      productUrl: 'http://127.0.0.1:8080',
    });
    expect(readSettings({ PARLEY_PORT: '9000', PARLEY_HOST: '::1' })).toMatchObject({
      port: 9001,
      smppPort: 9002,
      mailPort: 9003,
      productUrl: 'http://[::1]:9000',
    });
  });

  it('refuses a wrong one by name', () => {
    expect(() => readSettings({ PARLEY_SANDBOX_PORT: 'x' })).toThrow('PARLEY_SANDBOX_PORT must be a number from 1 to 65535.');
    expect(() => readSettings({ PARLEY_PORT: '65534' })).toThrow('PARLEY_SANDBOX_SMPP_PORT must be set');
    expect(readSettings({ PARLEY_PORT: '65534', PARLEY_SANDBOX_SMPP_PORT: '0' })).toMatchObject({
      port: 65_535,
      smppPort: 0,
      mailPort: 0,
    });
    expect(() => readSettings({ PARLEY_PORT: '65531' })).toThrow('PARLEY_SANDBOX_MAIL_PORT must be set to 65533 or less');
    expect(readSettings({ PARLEY_SANDBOX_MAIL_PORT: '2500' })).toMatchObject({ smppPort: 8082, mailPort: 2500 });
    expect(() => readSettings({ PARLEY_PRODUCT_URL: 'ftp://x' })).toThrow('PARLEY_PRODUCT_URL must be an address');
  });
});
