import type { FastifyInstance } from 'fastify';
import { type Fits, isCount, isFlag, serveSwitches } from '../providers/controls.ts';

/** How the mail server behaves. All off, it is quick, complete and reliable. */
export interface MailSwitches {
  /** So many milliseconds pass before each command is answered. */
  slowMs: number;
  /** Connections are cut. */
  down: boolean;
  /** No password is taken any more. */
  wrongPassword: boolean;
  /** No token is taken any more, and who has signed in with one is sent away. */
  tokenExpired: boolean;
  /** IMAP without MOVE (RFC 6851). */
  noMove: boolean;
  /** IMAP without UIDPLUS (RFC 4315). */
  noUidplus: boolean;
  /** IMAP without IDLE (RFC 2177). */
  noIdle: boolean;
  /** POP3 without UIDL. */
  noUidl: boolean;
  /** So many times the connection breaks in the middle of a mail that is fetched. */
  dropFetches: number;
  /** What is delivered comes twice. */
  double: boolean;
  /** SMTP refuses each recipient with this. */
  failWith: number | null;
}

export const ALL_OFF: MailSwitches = {
  slowMs: 0,
  down: false,
  wrongPassword: false,
  tokenExpired: false,
  noMove: false,
  noUidplus: false,
  noIdle: false,
  noUidl: false,
  dropFetches: 0,
  double: false,
  failWith: null,
};

const FITS: Fits<MailSwitches> = {
  slowMs: (value) => isCount(value) && value <= 120_000,
  down: isFlag,
  wrongPassword: isFlag,
  tokenExpired: isFlag,
  noMove: isFlag,
  noUidplus: isFlag,
  noIdle: isFlag,
  noUidl: isFlag,
  dropFetches: isCount,
  double: isFlag,
  failWith: (value) => value === null || (isCount(value) && value >= 400 && value <= 599),
};

/** `GET`, `PUT` and `DELETE /providers/mail/controls`. @param changed called whenever one of them was set */
export const serveMailSwitches = (http: FastifyInstance, changed: (now: MailSwitches) => void): MailSwitches =>
  serveSwitches(http, '/providers/mail/controls', ALL_OFF, FITS, changed);
