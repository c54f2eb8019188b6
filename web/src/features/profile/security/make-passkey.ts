import { api } from '../../../api/client.ts';

/** Whether this browser makes passkeys from what the server sends. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

/** The device made none: the person changed their mind, or it holds one of theirs already. Browsers do not say which. */
export class PasskeyNotMade extends Error {}

/** Has the device make a passkey and keeps it under this name. Throws PasskeyNotMade and ApiProblem. */
export async function makePasskey(name: string, password: string) {
  const { options, state } = await api.ownSignIn.beginPasskey({ body: { password } });
  // The server's library writes the standard's JSON; its shape is the browser's to judge.
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const made = await navigator.credentials.create({ publicKey }).catch((cause: unknown) => {
    throw new PasskeyNotMade('no passkey was made', { cause });
  });
  if (!(made instanceof PublicKeyCredential)) throw new PasskeyNotMade('no passkey was made');
  return api.ownSignIn.addPasskey({ body: { state, name, credential: { ...made.toJSON() } } });
}
