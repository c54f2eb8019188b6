import { createTransport } from 'nodemailer';

/** What somebody writes. */
export type Written = Parameters<ReturnType<typeof createTransport>['sendMail']>[0];

/** A mail as it is sent (RFC 5322). Files and addresses of this machine are none of its parts. */
export async function compose(written: Written): Promise<{ source: Buffer; messageId: string; recipients: string[] }> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { message, messageId, envelope } = await transport.sendMail(written);
  return { source: message as Buffer, messageId, recipients: envelope.to };
}
