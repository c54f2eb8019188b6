// The passkey at the second step of signing in: asks the browser for it and sends its answer by the form that stands on the page.
(() => {
  const form = document.querySelector('[data-passkey]');
  if (form === null || !window.PublicKeyCredential || !window.isSecureContext) return;
  const asked = JSON.parse(form.dataset.passkey);
  // A passkey belongs to a host name; at another name of the same server the browser would only refuse.
  if (asked.rpId !== location.hostname && !location.hostname.endsWith(`.${asked.rpId}`)) return;

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');

  async function answer() {
    const { id, rawId, type, response } = await navigator.credentials.get({
      publicKey: {
        ...asked,
        challenge: bytes(asked.challenge),
        allowCredentials: asked.allowCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
      },
    });
    return {
      id,
      rawId: text(rawId),
      type,
      response: {
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
      },
    };
  }

  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    answer().then(
      (given) => {
        form.elements.namedItem('passkey').value = JSON.stringify(given);
        form.submit();
      },
      // The person changed their mind, or the authenticator is not here: the code is still there.
      () => {
        button.disabled = false;
      },
    );
  });
})();
