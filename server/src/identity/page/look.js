// Before the first paint: the mode that was chosen in the application or here. Storage may be refused.
(() => {
  try {
    const mode = localStorage.getItem('mode');
    if (mode === 'light' || mode === 'dark') document.documentElement.dataset.mode = mode;
  } catch {
    return;
  }
})();
