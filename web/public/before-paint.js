// Runs before the first paint, so that nobody sees the wrong mode, theme or density for a moment. A file of its own,
// because the content security policy allows no inline script. Storage may be refused: then the defaults stand.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const html = document.documentElement;
  const mode = read('mode');
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  html.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  html.setAttribute('data-theme', read('theme') === 'telecom' ? 'telecom' : 'default');
  html.setAttribute('data-density', read('density') === 'compact' ? 'compact' : 'comfortable');
  html.lang = read('language') === 'bg' ? 'bg' : 'en';
})();
