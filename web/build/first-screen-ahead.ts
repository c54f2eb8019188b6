import type { Plugin } from 'vite';

const SCRIPT = '<script src="/ask-ahead.js"';
const PAGE = /\/features\/communications\/CommunicationsPage\.tsx$/;
const WORDS = /\/text\/(\w+)\/first\.ts$/;

/** What is read here of the files that the bundler has made. */
interface Made {
  readonly fileName: string;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** A file with all that it imports, and their styles; those of the entry come by themselves. */
function withImports(name: string, made: Readonly<Record<string, Made>>, seen = new Set<string>()): Set<string> {
  const file = made[name];
  if (file === undefined || seen.has(name)) return seen;
  seen.add(name);
  for (const style of file.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const imported of file.imports ?? []) withImports(imported, made, seen);
  return seen;
}

/**
 * Tells public/ask-ahead.js the names of the files of the first screen that the application asks for by itself only once it is here: the page
 * of rooms with its styles, and its words in each language.
 */
export function firstScreenAhead(): Plugin {
  return {
    name: 'first-screen-ahead',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // While it is developed, files have no names of their own.
        if (bundle === undefined) return html;
        const made = bundle as Readonly<Record<string, Made>>;
        const files = Object.values(made);
        const own = files
          .filter(({ isEntry }) => isEntry)
          .reduce((all, { fileName }) => withImports(fileName, made, all), new Set<string>());
        const ofFile = (name: string) => [...withImports(name, made)].filter((one) => !own.has(one)).map((one) => `/${one}`);
        const page = files.find(({ facadeModuleId }) => PAGE.test(facadeModuleId ?? ''));
        const words = files.flatMap(({ fileName, facadeModuleId }) => {
          const language = WORDS.exec(facadeModuleId ?? '')?.[1];
          return language === undefined ? [] : [` data-${language}="${ofFile(fileName).join(' ')}"`];
        });
        if (page === undefined || words.length === 0 || !html.includes(SCRIPT))
          throw new Error('The files of the first screen are not found');
        return html.replace(SCRIPT, `${SCRIPT} data-page="${ofFile(page.fileName).join(' ')}"${words.join('')}`);
      },
    },
  };
}
