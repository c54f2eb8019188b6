import { createHmac, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ChannelType } from '@parley/contract';
import { hookAddressOf, providerSecrets } from '../../server/src/channels/providers/index.ts';
import { newId } from '../../server/src/platform/clock.ts';
import type { Database } from '../../server/src/platform/database.ts';
import { deriveKey } from '../../server/src/platform/secret.ts';
import { givenApplication } from '../../server/test/loop-back/customers.ts';
import type { TestAccount } from '../../server/test/people.ts';
import { SIGNATURE, sign } from './signature.ts';

/** What a provider brings. */
interface Message {
  number: number;
  from: string;
  text: string;
}

/** The provider whose webhooks are brought, as it documents them. */
export interface BenchProvider {
  /** As the table calls it. */
  name: string;
  type: ChannelType;
  /** Another entry of the product's, which wires this channel; left out: the product's own. */
  program?: string;
  /** With what a delivery is answered that somebody else has signed. */
  refusal: number;
  /** Our end of the channel. @returns its id */
  makeEnd(parts: { db: Database; account: TestAccount; secret: string; installationSecret: string }): Promise<string>;
  /** The call, signed by `secret`. @param application our end */
  call(message: Message, secret: string, application: string): { path: string; headers: Record<string, string>; body: string };
}

const JSON_BODY = { 'content-type': 'application/json' };

/** A provider that is nobody's: what is asked of the product for any. */
export const loopBackProvider: BenchProvider = {
  name: 'Parley',
  type: 'VIBER',
  program: fileURLToPath(new URL('./server.ts', import.meta.url)),
  refusal: 403,
  makeEnd: ({ db, account }) => givenApplication(db, account, 'VIBER'),
  call({ number, from, text }, secret) {
    const body = JSON.stringify({ id: `bench-${number}`, from, name: 'Maria', text });
    return { path: '/webhook', headers: { ...JSON_BODY, [SIGNATURE]: sign(secret, body) }, body };
  },
};

/** An end with its row of settings; the address at which its provider calls ends with the end's own id, so that it need not be read. */
async function endOf(
  db: Database,
  { accountId }: TestAccount,
  end: { type: ChannelType; sender: string; service_id?: string; secrets?: Buffer },
): Promise<string> {
  const id = newId();
  const row = { id, account_id: accountId, name: `${end.type} of the bench`, hook_key: keyOf(id), ...end };
  await db.inAccount(accountId, (tx) => tx.insertInto('channel_applications').values(row).execute());
  return id;
}
/** As long as the database makes them. */
const keyOf = (application: string) => application.replaceAll('-', '').repeat(2);
const hookOf = (type: ChannelType, application: string) => hookAddressOf('', type, keyOf(application));
const secretsOf = (installationSecret: string) => providerSecrets(deriveKey(installationSecret, 'providers:secrets'));

/** A carrier of SMS over HTTP (protocols: SMS, section 3). */
const smsOverHttp: BenchProvider = {
  name: 'Parley, SMS over HTTP',
  type: 'SMS',
  refusal: 401,
  async makeEnd({ db, account, secret, installationSecret }) {
    const [carrier, service] = [newId(), newId()];
    // Nothing is sent by it here, so nobody needs to answer at its address.
    const address = 'http://127.0.0.1:9';
    await db.outside(async (tx) => {
      await tx.insertInto('carriers').values({ id: carrier, name: 'Bench', kind: 'HTTP', address }).execute();
      const types = { channel_type: 'SMS', communication_type: 'TWO_WAY' };
      const password = secretsOf(installationSecret).seal(secret);
      await tx
        .insertInto('carrier_services')
        .values({ id: service, carrier_id: carrier, title: 'SMS', username: 'bench', password, ...types })
        .execute();
    });
    return endOf(db, account, { type: 'SMS', sender: '+35970012001', service_id: service });
  },
  call({ number, from, text }, secret, application) {
    const body = JSON.stringify({ moId: `bench-${number}`, from, to: '+35970012001', text, receivedAt: new Date().toISOString() });
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    return { path: hookOf('SMS', application), headers: { ...JSON_BODY, 'x-signature': signature }, body };
  },
};

/** Beyond what a floating-point number tells apart, as Viber's are. */
const FIRST_TOKEN = 5_810_027_394_416_620_773n;

/** Viber's REST bot API (protocols: Viber, A). */
const viberBot: BenchProvider = {
  name: 'Parley, Viber public',
  type: 'VIBER_PUBLIC',
  refusal: 401,
  makeEnd({ db, account, secret, installationSecret }) {
    const secrets = secretsOf(installationSecret).sealNamed({ token: secret });
    return endOf(db, account, { type: 'VIBER_PUBLIC', sender: `bench${randomBytes(4).toString('hex')}`, secrets });
  },
  call({ number, from, text }, secret, application) {
    const sender = { id: from, name: 'Maria', avatar: '', country: 'BG', language: 'bg', api_version: 10 };
    const facts = JSON.stringify({ event: 'message', timestamp: Date.now(), sender, message: { type: 'text', text }, silent: false });
    const body = `${facts.slice(0, -1)},"message_token":${FIRST_TOKEN + BigInt(number + 1)}}`;
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    return { path: hookOf('VIBER_PUBLIC', application), headers: { ...JSON_BODY, 'x-viber-content-signature': signature }, body };
  },
};

/** Those that the product speaks to by adapters of its own. */
export const realProviders: readonly BenchProvider[] = [smsOverHttp, viberBot];
