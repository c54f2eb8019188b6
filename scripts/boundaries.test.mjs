import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundary-rules.mjs';

/** @param {Record<string, string>} project */
async function violationsOf(project) {
  const sources = new Map(Object.entries(project));
  const { violations } = await checkBoundaries({ sources, files: new Set(sources.keys()) });
  return violations;
}

const leaf = 'export const x = 1;\n';

describe('boundaries', () => {
  it('lets pass what keeps the floors', async () => {
    expect(
      await violationsOf({
        'contract/src/index.ts': leaf,
        'contract/src/rest/rooms.ts': "import { x } from '../index.ts';\nexport const y = x;\n",
        'server/src/platform/database.ts': leaf,
        'server/src/rooms/store.ts': "import { x } from '../platform/database.ts';\nexport { x };\n",
        'server/src/rooms/index.ts':
          "export * from './store.ts';\nimport type { y } from '@parley/contract/rest/rooms';\nexport type Y = typeof y;\n",
        'server/src/channels/livechat/index.ts': "import { x } from '../../rooms/index.ts';\nexport { x };\n",
        'server/src/app.ts':
          "import { x } from './rooms/index.ts';\nimport { x as z } from './channels/livechat/index.ts';\nexport { x, z };\n",
        'server/src/main.ts': "import { x } from './app.ts';\nimport '../../scripts/embedded-postgres.mjs';\nexport { x };\n",
        'scripts/embedded-postgres.mjs': leaf,
        'web/src/ui/Panel.tsx': 'export const Panel = () => <p />;\n',
        'web/src/features/people/public.ts': "export { Panel } from '../../ui/Panel';\n",
        'web/src/features/rooms/List.tsx': "import { Panel } from '../people/public';\nexport { Panel };\n",
        'web/src/app.tsx': "import './features/rooms/List';\nimport 'react';\n",
      }),
    ).toEqual([]);
  });

  it('refuses program text in a folder that has no place, whatever it imports', async () => {
    expect(await violationsOf({ 'foo/a.ts': "import '../server/src/platform/hub.ts';\n", 'server/src/platform/hub.ts': leaf })).toContain(
      'foo/a.ts lies in foo, which has no place in scripts/floors.mjs',
    );
    expect(await violationsOf({ 'foo/b.ts': leaf })).toEqual(['foo/b.ts lies in foo, which has no place in scripts/floors.mjs']);
  });

  it.each([
    [
      'a workspace that reaches into another',
      'contract/src/a.ts',
      'server/src/rooms/index.ts',
      '../../server/src/rooms/index.ts',
      'contract may not import server',
    ],
    [
      'the web with the server',
      'web/src/a.ts',
      'server/src/rooms/index.ts',
      '../../server/src/rooms/index.ts',
      'web may not import server',
    ],
    ['the widget with the web', 'widget/src/a.ts', 'web/src/b.ts', '../../web/src/b', 'widget may not import web'],
    [
      'the sandbox with the server',
      'sandbox/src/a.ts',
      'server/src/rooms/index.ts',
      '../../server/src/rooms/index.ts',
      'sandbox may not import server',
    ],
    [
      'the server with a script that is not open',
      'server/src/main.ts',
      'scripts/start.mjs',
      '../../scripts/start.mjs',
      'server may not import scripts',
    ],
    [
      'a module that reaches up',
      'server/src/contacts/a.ts',
      'server/src/rooms/index.ts',
      '../rooms/index.ts',
      'contacts does not stand above rooms',
    ],
    [
      'modules of one floor',
      'server/src/tags/a.ts',
      'server/src/tickets/index.ts',
      '../tickets/index.ts',
      'tags does not stand above tickets',
    ],
    [
      'the platform with a business word',
      'server/src/platform/a.ts',
      'server/src/accounts/index.ts',
      '../accounts/index.ts',
      'platform does not stand above accounts',
    ],
    [
      'a way round the door',
      'server/src/rooms/a.ts',
      'server/src/contacts/store.ts',
      '../contacts/store.ts',
      'only through contacts/index.ts',
    ],
    [
      'a channel with another one inside',
      'server/src/channels/sms/a.ts',
      'server/src/channels/email/b.ts',
      '../email/b.ts',
      'only through channels/email/index.ts',
    ],
    ['a module that knows the wiring', 'server/src/rooms/a.ts', 'server/src/app.ts', '../app.ts', 'a module does not know how it is wired'],
    [
      'settings that import',
      'server/src/config.ts',
      'server/src/platform/log.ts',
      './platform/log.ts',
      'the settings import nothing of ours',
    ],
    ['code that imports a test', 'server/src/rooms/a.ts', 'server/src/rooms/b.test.ts', './b.test.ts', 'which only tests may'],
    [
      'a feature with another one inside',
      'web/src/features/a/A.tsx',
      'web/src/features/b/B.tsx',
      '../b/B',
      'another feature only through its public.ts',
    ],
    ['the kit with a feature', 'web/src/ui/A.tsx', 'web/src/features/b/public.ts', '../features/b/public', 'the kit knows no feature'],
  ])('catches %s', async (_, from, to, specifier, reason) => {
    for (const statement of [`import '${specifier}';`, `import type { x } from '${specifier}';`, `export * from '${specifier}';`]) {
      const violations = await violationsOf({ [from]: `\n${statement}\n`, [to]: leaf });
      expect(violations).toEqual([expect.stringContaining(`${from}:2 imports ${to}`.replace(/ imports .*/, ''))]);
      expect(violations[0]).toContain(reason);
    }
  });

  it.each(["await import('../rooms/index.ts');", "export type A = import('../rooms/index.ts').A;"])('reads %s', async (statement) => {
    const violations = await violationsOf({ 'server/src/contacts/a.ts': `${statement}\n`, 'server/src/rooms/index.ts': leaf });
    expect(violations).toEqual(['server/src/contacts/a.ts:1 imports server/src/rooms/index.ts: contacts does not stand above rooms']);
  });

  it('catches a package name that leads elsewhere', async () => {
    expect(await violationsOf({ 'web/src/a.ts': "import '@parley/server';\n", 'server/src/index.ts': leaf })).toContain(
      'web/src/a.ts:1 imports server/src/index.ts: web may not import server',
    );
  });

  it('catches a circle, also one closed by an import that only names types but is there at run time', async () => {
    const project = {
      'web/src/a.ts': "import './b';\n",
      'web/src/b.ts': "import { type x } from './c';\nexport type X = x;\n",
      'web/src/c.ts': "export * from './a';\n",
    };
    expect(await violationsOf(project)).toEqual(['import each other in a circle: web/src/a.ts, web/src/b.ts, web/src/c.ts']);
  });

  it('lets types know each other', async () => {
    const types = "import type { x } from './b';\nexport type { y } from './b';\nexport type Z = import('./b').z | typeof x;\n";
    expect(await violationsOf({ 'web/src/a.ts': types, 'web/src/b.ts': "import './a';\n" })).toEqual([]);
  });

  it('catches a module without a place and a file without a module', async () => {
    expect(await violationsOf({ 'server/src/novelty/index.ts': leaf, 'server/src/stray.ts': leaf })).toEqual([
      expect.stringContaining('novelty, which has no place'),
      expect.stringContaining('server/src/stray.ts belongs to no module'),
    ]);
  });

  it('catches an import of nothing', async () => {
    expect(await violationsOf({ 'web/src/a.ts': "import './gone';\n" })).toEqual(['web/src/a.ts:1 imports ./gone, which does not exist']);
  });

  it('lets a test of the server start a database and see every module', async () => {
    const test = "import '../../../scripts/test-postgres.mjs';\nimport '../rooms/store.ts';\n";
    const project = { 'server/src/contacts/a.test.ts': test, 'scripts/test-postgres.mjs': leaf, 'server/src/rooms/store.ts': leaf };
    expect(await violationsOf(project)).toEqual([]);
  });

  it('does not pass over a file that it cannot read', async () => {
    await expect(violationsOf({ 'web/src/a.ts': 'import {{\n' })).rejects.toThrow('web/src/a.ts cannot be parsed');
  });
});
