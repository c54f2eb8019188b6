import { newId } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database.ts';
import type { TestAccount } from '../people.ts';
import { givenEnd, givenSignature, mailboxSettings } from '../providers.ts';
import type { Example, RouteName } from './example.ts';

export type MailboxRoute = Extract<RouteName, `${'mailboxes' | 'signatures'}.${string}` | 'emails.writeFrom'>;

const replacing = (path: string, value: unknown) => [{ op: 'replace', path, value }];
const freshAddress = () => `care-${newId()}@shop.example`;
/** Nobody listens there: it is refused at once. */
const nowhere = { ...mailboxSettings, outgoing: { ...mailboxSettings.outgoing, host: '127.0.0.1', port: 9 } };

/** How to call what admins set of mailboxes, and what whoever writes e-mails reads of them. @param given read when a call is made */
export function mailboxExamples(given: () => { db: Database; account: TestAccount }): { [Name in MailboxRoute]: Example<Name> } {
  const ids = { mailboxId: newId(), signatureId: newId() };
  const freshMailbox = async () => {
    const { db, account } = given();
    const settings = { type: 'EMAIL', name: `Care ${newId()}`, sender: freshAddress(), settings: nowhere } as const;
    ids.mailboxId = (await givenEnd(db, account, settings)).id;
  };
  const freshSignature = async () => {
    await freshMailbox();
    ids.signatureId = await givenSignature(given().db, given().account, ids.mailboxId);
  };
  const inAccount = () => ({ accountId: given().account.accountId });
  const ofMailbox = () => ({ ...inAccount(), mailboxId: ids.mailboxId });
  const ofSignature = () => ({ ...ofMailbox(), signatureId: ids.signatureId });
  const signature = { content: 'Kind regards', isHtml: false, placement: 'ABOVE_QUOTE' };
  return {
    'emails.writeFrom': {},
    'mailboxes.list': { params: inAccount, spoilt: { query: { sort: 'address,asc' }, field: 'query.sort' } },
    'mailboxes.create': {
      params: inAccount,
      body: () => ({ name: newId(), address: freshAddress(), ...mailboxSettings }),
      spoilt: { body: { name: 'Care', address: 'care@shop', ...mailboxSettings }, field: 'body.address' },
    },
    'mailboxes.one': { before: freshMailbox, params: ofMailbox },
    'mailboxes.change': {
      before: freshMailbox,
      params: ofMailbox,
      body: () => replacing('name', newId()),
      spoilt: { body: replacing('address', 'care'), field: 'body.0.value' },
    },
    'mailboxes.remove': { before: freshMailbox, params: ofMailbox },
    'mailboxes.tryOut': {
      before: freshMailbox,
      params: inAccount,
      body: () => ({ ...nowhere, mailboxId: ids.mailboxId }),
      spoilt: { body: { ...nowhere, direction: 'UP' }, field: 'body.direction' },
    },
    'mailboxes.test': { before: freshMailbox, params: ofMailbox },
    'signatures.list': { before: freshMailbox, params: ofMailbox },
    'signatures.create': {
      before: freshMailbox,
      params: ofMailbox,
      body: () => signature,
      spoilt: { body: { ...signature, content: ' ' }, field: 'body.content' },
    },
    'signatures.one': { before: freshSignature, params: ofSignature },
    'signatures.change': {
      before: freshSignature,
      params: ofSignature,
      body: () => replacing('placement', 'BELOW_QUOTE'),
      spoilt: { body: replacing('placement', 'BESIDE'), field: 'body.0.value' },
    },
    'signatures.remove': { before: freshSignature, params: ofSignature },
    'signatures.preview': {
      before: freshMailbox,
      params: ofMailbox,
      body: () => ({ content: 'Kind regards', isHtml: false }),
      spoilt: { body: { content: '', isHtml: false }, field: 'body.content' },
    },
  };
}
