/**
 * The answer to a read that public/ask-ahead.js has asked before the application was here; once, where it was asked with this token and
 * not long ago. Null: it is to be asked now, also where what was asked ahead did not arrive. Rejects when the read is cancelled meanwhile.
 */
declare var askedAhead: ((request: Request, token: string | null) => Promise<Response | null>) | undefined;
