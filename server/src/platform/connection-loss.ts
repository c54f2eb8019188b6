/**
 * Errors of the connection to the database, not of the statement: class 08, 57P0x, and what the driver says when the socket is gone or
 * no connection was to be had in time.
 */
export function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  if (typeof code === 'string')
    return code.startsWith('08') || code.startsWith('57P') || code === 'ECONNRESET' || code === 'ECONNREFUSED' || code === 'EPIPE';
  return (
    error instanceof Error &&
    /Connection terminated|connection ended|not queryable|timeout exceeded when trying to connect/i.test(error.message)
  );
}
