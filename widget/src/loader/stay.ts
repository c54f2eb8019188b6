/**
 * Keeps `host` in the page. It hangs on `<html>`, beside the body, so that a single-page navigation that swaps the body
 * leaves it (and the frame in it, which a move would reload) where it is. Where a page replaces the whole document
 * element, it is put back.
 */
export function keepInPage(host: HTMLElement): void {
  const attach = () => {
    const root = document.documentElement;
    if (root && host.parentNode !== root) root.append(host);
  };
  const watch = new MutationObserver(() => {
    // A page that fights for the place must not be able to make an endless loop of us: one try per task.
    if (!host.isConnected) setTimeout(again);
  });
  const again = () => {
    attach();
    watch.disconnect();
    watch.observe(document, { childList: true });
    watch.observe(document.documentElement, { childList: true });
  };
  again();
}
