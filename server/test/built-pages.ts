import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from '../src/app.ts';

/** Stand-ins for the built applications, in this folder. */
export function writeBuiltPages(folder: string): Built {
  const built = { web: join(folder, 'web'), widget: join(folder, 'widget') };
  for (const path of [built.web, join(built.widget, 'assets')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(built.web, 'index.html'), '<!doctype html><title>Parley</title>');
  writeFileSync(join(built.widget, 'widget.js'), '(()=>{})()');
  writeFileSync(
    join(built.widget, 'chat.html'),
    '<html lang="en"><script type="application/json" id="chat-page">"chat-page-data"</script>chat-foot',
  );
  return built;
}
