/** What a mailbox proves itself by at its servers: its password, or a token of Microsoft's (SASL XOAUTH2). */
export type SignIn = { kind: 'PASSWORD'; password: string } | { kind: 'TOKEN'; token: string };
