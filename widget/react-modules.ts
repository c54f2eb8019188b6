import type { Plugin } from 'vite';

const ENTRY = /\/node_modules\/(react|react-dom|scheduler)\/(index|jsx-runtime|client)\.js$/;
const BUILT = /\/node_modules\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/;
const PRODUCTION = /module\.exports = require\('(\.\/cjs\/[\w-]+\.production\.js)'\)/;

/**
 * Makes modules of React's production files, which are CommonJS, so that what the chat never calls (half of `react`, nearly
 * all of `react-dom` beside its client) is left out of the build. Their code stays as it is. A later React whose files look
 * different stops the build.
 */
export function reactModules(): Plugin {
  return {
    name: 'react-modules',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (ENTRY.test(id)) {
        const production = PRODUCTION.exec(code)?.[1];
        if (!production) throw new Error(`${id} does not say where its production file is`);
        return { code: `export * from '${production}';`, map: null };
      }
      return BUILT.test(id) ? { code: asModule(code, id), map: null } : null;
    },
  };
}

function asModule(code: string, id: string): string {
  const imports: string[] = [];
  const names: string[] = [];
  const body = code
    // The import takes the variable's name: through a variable, a bundler no longer sees which exports are used.
    .replace(/\b(\w+) = require\("([\w-]+)"\)/g, (_, name: string, from: string) => {
      imports.push(`import * as ${name} from '${from}';`);
      return `required_${name} = 0`;
    })
    .replace(/^exports\.(\w+) =/gm, (_, name: string) => {
      names.push(name);
      return `let exported_${name} =`;
    })
    .replace(/\bexports\.(\w+)\b/g, 'exported_$1');
  if (names.length === 0 || /\b(exports|require|module)\b\s*[.([=]/.test(body)) throw new Error(`${id} is not written as React 19.3 was`);
  return [...imports, body, `export { ${names.map((name) => `exported_${name} as ${name}`).join(', ')} };`].join('\n');
}
