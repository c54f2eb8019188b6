import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { serveFaces } from '../viber-bot/faces.ts';
import { serveCustomersPhone } from './serve.ts';
import { phoneWords } from './words.ts';

const PRODUCT = 'http://127.0.0.1:8080';

async function get(path: string, acceptLanguage = 'en') {
  const http = fastify();
  serveCustomersPhone(http, PRODUCT);
  serveFaces(http);
  return http.inject({ url: path, headers: { 'accept-language': acceptLanguage } });
}

describe('the customer’s phone', () => {
  it('is a page of its own, under a policy by which nothing runs but its own scripts', async () => {
    const { body, headers } = await get('/phone');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${PRODUCT}; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'`,
    );
    expect(body).not.toMatch(/ style=|<style|<script>/);
    for (const [, path] of body.matchAll(/(?:src|href)="(\/phone\/[^"]+)"/g)) expect((await get(path ?? '')).statusCode).toBe(200);
  });

  it('speaks the language of the address, else of the browser, with all of its words', async () => {
    expect((await get('/phone')).body).toContain('The customer’s phone');
    expect((await get('/phone', 'bg-BG,bg;q=0.9')).body).toContain('Телефонът на клиента');
    expect((await get('/phone?lang=en', 'bg')).body).toContain('<html lang="en">');
    const [english, bulgarian] = [phoneWords('en'), phoneWords('bg')];
    for (const [key, words] of Object.entries(bulgarian)) {
      const holes = (text: string) => text.match(/\{\w+\}/g) ?? [];
      expect([key, holes(words)]).toEqual([key, holes(english[key as keyof typeof english])]);
    }
  });

  it('tells which numbers messages do not reach, and offers what each provider can be made to do', async () => {
    const { body } = await get('/phone?lang=en');
    expect(body).toContain('<td>…09</td><td>SRVC_NOT_VIBER_USER</td>');
    expect(body).toContain('<td>…91</td><td>UNDELIV</td>');
    for (const path of ['/providers/sms/controls', '/providers/viber-carrier/controls', '/providers/viber-bot/controls'])
      expect(body).toContain(`data-path="${path}"`);
  });
});
