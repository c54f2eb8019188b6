import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** An authenticator and the browser around it, as far as WebAuthn needs them: one ES256 key, no attestation. */
export class TestAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  counter = 0;
  readonly #key: KeyObject;
  readonly #cose: Buffer;
  readonly #rpId: string;
  readonly #origin: string;

  constructor(origin: string, rpId = new URL(origin).hostname) {
    this.#origin = origin;
    this.#rpId = rpId;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // A COSE key in CBOR: kty EC2, alg ES256, crv P-256, x, y (RFC 9053).
    const of = (coordinate: string) => Buffer.from(coordinate, 'base64url');
    this.#cose = Buffer.concat([
      Buffer.from('a501020326200121', 'hex'),
      Buffer.from('5820', 'hex'),
      of(x),
      Buffer.from('225820', 'hex'),
      of(y),
    ]);
  }

  #authenticatorData(flags: number, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.counter);
    return Buffer.concat([sha256(this.#rpId), Buffer.from([flags]), counter, attested]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  /** What `navigator.credentials.create` answers, in its JSON form. */
  create(options: { challenge: string }): Record<string, unknown> {
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#cose]);
    const data = this.#authenticatorData(UP | UV | AT, attested);
    // {fmt: "none", attStmt: {}, authData: <bytes>}
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
    const attestationObject = Buffer.concat([head, Buffer.from([data.length]), data]).toString('base64url');
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge).toString('base64url');
    return { id: this.id, rawId: this.id, type: 'public-key', response: { clientDataJSON, attestationObject, transports: ['internal'] } };
  }

  /** What `navigator.credentials.get` answers, in its JSON form. */
  get(request: { challenge: string }): Record<string, unknown> {
    const clientData = this.#clientData('webauthn.get', request.challenge);
    const data = this.#authenticatorData(UP | UV);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }
}
