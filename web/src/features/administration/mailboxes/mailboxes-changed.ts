import type { Mailbox } from '@parley/contract';
import { orpc, queryClient } from '../../../api/client.ts';

/** What was done to mailboxes and signatures shows in their lists, with the health of channels, to whoever writes e-mails, and in the trail. */
export async function mailboxesChanged(): Promise<void> {
  const parts = [orpc.mailboxes.key(), orpc.signatures.key(), orpc.channelHealth.key(), orpc.emails.writeFrom.key(), orpc.audit.key()];
  await Promise.all(parts.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** A mailbox as it was just stored is the one that its page shows. */
export function keepMailbox(mailbox: Mailbox): void {
  const params = { accountId: mailbox.accountId, mailboxId: mailbox.id };
  queryClient.setQueryData(orpc.mailboxes.one.queryKey({ input: { params } }), mailbox);
  void mailboxesChanged();
}
