// The shop as a single-page site: links of its own swap the whole body and push the address. What hangs on the page from
// elsewhere (the chat) has to live with that.

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.matches('.beside')) {
    // The right half of the screen; the shop keeps the left one.
    const { availWidth, availHeight } = screen;
    const size = `width=${Math.round(availWidth * 0.6)},height=${availHeight},left=${Math.round(availWidth * 0.4)},top=0`;
    if (window.open(link.href, 'parley-agent', `popup,${size}`)) event.preventDefault();
  } else if (link.matches('[data-swap]')) {
    event.preventDefault();
    history.pushState(null, '', link.href);
    swap(link.href);
  }
});

window.addEventListener('popstate', () => swap(location.href));

async function swap(address) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    document.body.replaceWith(document.adoptNode(page.body));
    window.scrollTo(0, 0);
  } catch {
    location.assign(address);
  }
}
