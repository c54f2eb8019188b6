// What the page can do beyond its form: say at once which field is empty, show the password, preset the time zone, switch the mode, remember the language for the application,
// and send on the sign-out that was asked for already.
(() => {
  const keep = (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      return;
    }
  };
  const root = document.documentElement;

  const mode = document.querySelector('[data-mode]:is(button)');
  if (mode !== null) {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const isDark = () => (root.dataset.mode ?? (system.matches ? 'dark' : 'light')) === 'dark';
    // The style shows the sun or the moon; the name follows here.
    const name = () => {
      mode.title = isDark() ? mode.dataset.toLight : mode.dataset.toDark;
      mode.setAttribute('aria-label', mode.title);
    };
    name();
    mode.hidden = false;
    system.addEventListener('change', name);
    mode.addEventListener('click', () => {
      root.dataset.mode = isDark() ? 'light' : 'dark';
      keep('mode', root.dataset.mode);
      name();
    });
  }

  const show = document.querySelector('[data-show]');
  const password = document.getElementById('password');
  if (show !== null && password !== null) {
    show.hidden = false;
    show.addEventListener('click', () => {
      const visible = password.type === 'text';
      password.type = visible ? 'password' : 'text';
      show.setAttribute('aria-pressed', String(!visible));
    });
  }

  const zone = document.querySelector('[data-own-zone]');
  if (zone !== null) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if ([...zone.options].some(({ value }) => value === own)) zone.value = own;
  }

  const form = document.querySelector('[data-own-messages]');
  if (form !== null) {
    const fields = [document.getElementById('email'), password];
    const judge = (field, missing) => {
      document.getElementById(`${field.id}-missing`).hidden = !missing;
      if (missing) {
        field.setAttribute('aria-invalid', 'true');
        field.setAttribute('aria-describedby', `${field.id}-missing`);
      } else if (field.getAttribute('aria-describedby') === `${field.id}-missing`) {
        field.removeAttribute('aria-invalid');
        field.removeAttribute('aria-describedby');
      }
    };
    form.addEventListener('submit', (event) => {
      const empty = fields.filter((field) => field.value.trim() === '');
      for (const field of fields) judge(field, empty.includes(field));
      if (empty.length === 0) return;
      event.preventDefault();
      empty[0].focus();
    });
    for (const field of fields) {
      field.addEventListener('input', () => {
        if (field.value !== '') judge(field, false);
      });
    }
  }

  for (const link of document.querySelectorAll('[data-language]')) {
    link.addEventListener('click', () => keep('language', link.dataset.language));
  }

  const button = document.querySelector('[data-send-now] button[type=submit]');
  if (button !== null) button.click();
})();
