import type { MailboxSettings } from '@parley/contract';
import { sql } from 'kysely';
import type { ProviderSecrets } from '../channels/providers/index.ts';
import type { Tx } from '../platform/database.ts';
import { LUMEN } from './people.ts';

/** Where the sandbox's mail server listens, and the password of every box there. */
export interface DemoMailServer {
  ports: { smtp: number; imap: number };
  password: string;
}

/** Whom customers of the demo's first account write to. */
export const DEMO_MAILBOX = {
  id: '0193a1de-0000-7000-8000-0000000000e5',
  name: 'Lumen Home by e-mail',
  sender: 'support@lumen.example',
  signature: {
    id: '0193a1de-0000-7000-8000-0000000000f1',
    content: '<p><b>Lumen Home</b><br>Lamps made in Plovdiv · <a href="mailto:support@lumen.example">support@lumen.example</a></p>',
  },
} as const;

const HOST = '127.0.0.1';
const NOT_THERE = sql<string | null>`null`;

/**
 * Makes the mailbox with its signature, unless it is there or another one has its address. One that is there follows the sandbox to the ports of this
 * start, as far as its servers are still the sandbox's; what an admin has set otherwise stays.
 */
export async function makeMailbox(tx: Tx, { ports, password }: DemoMailServer, secrets: ProviderSecrets): Promise<void> {
  const { id, name, sender, signature } = DEMO_MAILBOX;
  const { rows } = await sql<{ taken: boolean }>`
    select sender_is_taken('EMAIL', ${NOT_THERE}::uuid, ${sender}, ${id}::uuid) as taken`.execute(tx);
  if (rows[0]?.taken) return;
  const there = await tx.selectFrom('channel_applications').select('settings').where('id', '=', id).forUpdate().executeTakeFirst();
  if (there) {
    const settings = followed(there.settings as unknown as MailboxSettings, ports);
    await tx
      .updateTable('channel_applications')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', id)
      .execute();
    return;
  }
  await tx
    .insertInto('channel_applications')
    .values({
      id,
      account_id: LUMEN.id,
      type: 'EMAIL',
      name,
      sender,
      service_id: null,
      settings: JSON.stringify(settingsAt(ports)),
      secrets: secrets.sealNamed({ incomingPassword: password, outgoingPassword: password }),
    })
    .execute();
  await tx
    .insertInto('signatures')
    .values({
      id: signature.id,
      account_id: LUMEN.id,
      channel_application_id: id,
      content: signature.content,
      is_html: true,
      placement: 'ABOVE_QUOTE',
    })
    .execute();
}

function settingsAt({ smtp, imap }: DemoMailServer['ports']): MailboxSettings {
  const server = { host: HOST, useSsl: false, username: DEMO_MAILBOX.sender };
  return {
    direction: 'BOTH',
    incoming: { ...server, type: 'IMAP', port: imap },
    outgoing: { ...server, port: smtp },
    authentication: 'PASSWORD',
    clientId: '',
    tenantId: '',
    afterFetching: 'KEEP',
    moveTo: '',
    ticketWhenInCc: false,
    webFormSenders: [],
    recipientSource: 'FROM',
    dkim: null,
    // The sandbox’s server takes what stands behind a plus for another box.
    plusAddress: false,
  };
}

function followed(settings: MailboxSettings, { smtp, imap }: DemoMailServer['ports']): MailboxSettings {
  const { incoming, outgoing } = settings;
  const isOurs = incoming?.host === HOST && incoming.type === 'IMAP';
  return {
    ...settings,
    incoming: isOurs ? { ...incoming, port: imap } : incoming,
    outgoing: outgoing?.host === HOST ? { ...outgoing, port: smtp } : outgoing,
  };
}
