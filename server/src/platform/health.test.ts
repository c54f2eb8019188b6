import { get } from 'node:http';
import { ErrorBody } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { createHealth } from './health.ts';
import { openLog } from './log.ts';
import { answerWhileStarting } from './starting-answer.ts';

const silent = openLog('silent');
const up = { name: 'up', run: async () => {} };

describe('readiness', () => {
  it('is there only while everything is up and the process neither starts nor stops', async () => {
    let broken = false;
    const sometimes = {
      name: 'sometimes',
      run: async () => {
        if (broken) throw new Error('no route to postgres://owner:secret@db');
      },
    };
    const health = createHealth([up, sometimes], silent, { freshMs: -1 });
    expect((await health.report()).status).toBe('starting');
    health.phase = 'running';
    expect((await health.report()).status).toBe('ready');
    broken = true;
    const report = await health.report();
    expect(report).toMatchObject({ status: 'down', dependencies: { up: { state: 'up' }, sometimes: { state: 'down' } } });
    expect(JSON.stringify(report)).not.toContain('secret');
    broken = false;
    health.phase = 'stopping';
    expect((await health.report()).status).toBe('stopping');
  });

  it('does not wait for what never answers', async () => {
    const health = createHealth([up, { name: 'hangs', run: () => new Promise<void>(() => {}) }], silent, { timeLimitMs: 20 });
    health.phase = 'running';
    expect(await health.report()).toMatchObject({ status: 'down', dependencies: { hangs: { state: 'down' } } });
  });

  it('asks once for all who ask in the same second', async () => {
    let asked = 0;
    const health = createHealth([{ name: 'counted', run: async () => void asked++ }], silent);
    await Promise.all([health.report(), health.report(), health.report()]);
    await health.report();
    expect(asked).toBe(1);
  });
});

describe('the server', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());
  const ask = async (path: string) => {
    const answer = await fetch(server.origin + path);
    return { status: answer.status, body: await answer.json() };
  };

  it('names each dependency with its state and time', async () => {
    const one = { state: 'up', ms: expect.any(Number) };
    const ready = { status: 'ready', dependencies: { database: one, migrations: one, bus: one } };
    expect(await ask('/health/live')).toEqual({ status: 200, body: { status: 'live' } });
    expect(await ask('/health/ready')).toEqual({ status: 200, body: ready });
    expect(await ask('/health')).toEqual({ status: 200, body: { live: { status: 'live' }, ready } });
  });

  it('is not ready on a database that lacks a migration, and lives on', async () => {
    const owner = new pg.Client({ connectionString: server.database.ownerUrl });
    await owner.connect();
    try {
      const { rows } = await owner.query('delete from kysely_migration where name = (select max(name) from kysely_migration) returning *');
      await expect
        .poll(() => ask('/health/ready'), { timeout: 5000 })
        .toMatchObject({
          status: 503,
          body: { status: 'down', dependencies: { database: { state: 'up' }, migrations: { state: 'down' } } },
        });
      expect((await ask('/health/live')).status).toBe(200);
      await owner.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [rows[0].name, rows[0].timestamp]);
      await expect.poll(() => ask('/health/ready'), { timeout: 5000 }).toMatchObject({ status: 200 });
    } finally {
      await owner.end();
    }
  });
});

describe('while the application is not there yet', () => {
  it('the process lives, everything else is 503, and the port is free afterwards', async () => {
    const port = 8931;
    const status = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ port, path, host: '127.0.0.1' }, (answer) => resolve(answer.resume().statusCode)).once('error', reject);
      });
    const waiting = await answerWhileStarting({ host: '127.0.0.1', port });
    await expect(answerWhileStarting({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect([await status('/health/live'), await status('/health/ready'), await status('/')]).toEqual([200, 503, 503]);
    const refused = await fetch(`http://127.0.0.1:${port}/api/users/me`);
    expect([refused.headers.get('retry-after'), ErrorBody.parse(await refused.json()).message]).toEqual(['1', 'ERROR_UNAVAILABLE']);
    await waiting.end();
    await (await answerWhileStarting({ host: '127.0.0.1', port })).end();
  });
});
