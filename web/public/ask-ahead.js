// Asks the server for what the first screen begins with, its files included, while the application's own code is still on its way: by itself that would ask only
// once it is here, and for one thing after the other. Whoever is not signed in, or whose token is about to end, is asked nothing. What
// fails here is asked for again by the application (src/api/client.ts), which says so where it fails too.
(() => {
  /** An answer that nobody has taken for so long tells of what was. */
  const GOOD_FOR_MS = 20_000;
  const LEAST_SECONDS = 30;
  const LISTS = /^\/communications(\/(?!create$|mentions$)[^/]*)?$/;
  const own = `${location.origin}/api`;
  const asked = new Map();

  const ask = (address, token = null) => {
    const answer = fetch(address, token === null ? {} : { headers: { authorization: `Bearer ${token}` } }).catch(() => null);
    asked.set(address, { token, at: performance.now(), answer });
    return answer;
  };

  // What it gives and takes: src/api/asked-ahead.d.ts.
  window.askedAhead = async ({ method, url, signal }, token) => {
    if (method !== 'GET') return null;
    // The configuration is on its way to both at once: who reads it first must not ask for what is just about to be asked for here.
    if (!asked.has(url)) await begun;
    const ahead = asked.get(url);
    if (ahead === undefined) return null;
    asked.delete(url);
    if (ahead.token !== token || performance.now() - ahead.at > GOOD_FOR_MS) return null;
    const answer = await ahead.answer;
    signal.throwIfAborted();
    // What is refused is asked for again as the application asks, which knows what to do then.
    return answer?.ok ? answer : null;
  };

  /** The access token of this tab, where it is good for a while yet. */
  const tokenFor = ({ issuer, clientId }) => {
    const stored = sessionStorage.getItem(`oidc.user:${issuer ?? `${location.origin}/auth/realms/parley`}:${clientId}`);
    const { access_token: token, expires_at: end } = JSON.parse(stored ?? '{}');
    return end - Date.now() / 1000 > LEAST_SECONDS ? token : undefined;
  };

  /** Files of the first screen whose names the build has written down; none while it is developed. */
  const fetchFiles = ({ dataset }) => {
    for (const file of `${dataset.page ?? ''} ${dataset[document.documentElement.lang] ?? ''}`.split(' ').filter(Boolean)) {
      const isScript = file.endsWith('.js');
      // As the build asks for them; a style that was asked for in another way would be fetched a second time.
      const link = Object.assign(document.createElement('link'), {
        rel: isScript ? 'modulepreload' : 'preload',
        crossOrigin: 'anonymous',
        href: file,
      });
      if (!isScript) link.as = 'style';
      document.head.append(link);
    }
  };

  const isOfRooms = LISTS.test(location.pathname);
  if (isOfRooms) fetchFiles(document.currentScript);

  const begin = async () => {
    const configuration = await ask(`${own}/configuration`);
    const { apiUrl, signIn } = await configuration.clone().json();
    const token = tokenFor(signIn);
    if (token === undefined) return;
    const paths = ['/users/me/linked-identities', '/users/me'];
    // As src/features/communications/sync/lists.ts asks for them.
    const list = '/rooms?include=PARTICIPANTS%2CCONVERSATIONS&sort=lastEventTimestamp%2Cdesc';
    if (isOfRooms) paths.push(...['waiting', 'mine', 'snoozed'].map((view) => `${list}&view=${view}&size=1000`));
    for (const path of paths) void ask(`${apiUrl ?? own}${path}`, token);
  };
  const begun = begin().catch(() => undefined);
})();
