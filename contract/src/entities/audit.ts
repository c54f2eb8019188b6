import * as z from 'zod/mini';
import { auditKinds } from './lists-of-pages.ts';
import { Id, Instant } from './primitives.ts';
import { Role } from './user.ts';

/** What was done. Stable: stored as it stands here. */
export const AuditKind = z.enum(auditKinds);
export type AuditKind = z.infer<typeof AuditKind>;

/** What it was done to. READ entries name the part that was looked at. */
export const AuditEntityType = z.enum([
  'ACCOUNT',
  'USER',
  'USERS',
  'SUPER_USER',
  'QUEUE',
  'QUEUES',
  'WIDGET',
  'CHANNEL',
  'CHANNELS',
  'CUSTOMER',
  'TIMESLOT',
  'TIMESLOTS',
  'AUDIT',
  'CARRIER',
  'CARRIER_SERVICE',
  'SMS_SETTING',
  'SMS_SETTINGS',
  'VIBER_CHANNEL',
  'VIBER_CHANNELS',
  'VIBER_SUPPORT',
  'VIBER_SUPPORTS',
  'MAILBOX',
  'MAILBOXES',
  'SIGNATURE',
]);
export type AuditEntityType = z.infer<typeof AuditEntityType>;

/** Fields by name. Of a secret nothing but that it was changed. */
const Fields = z.record(z.string(), z.unknown());

/** Stands for the value of a secret that was set, changed or taken away. */
export const AUDIT_SECRET = 'SECRET_CHANGED';

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  kind: AuditKind,
  /** Null where nobody who is known did it, as with wrong passwords. The name is that of the moment. */
  actor: z.nullable(z.object({ id: Id, name: z.string(), role: Role })),
  entity: z.object({ type: AuditEntityType, id: z.nullable(Id), name: z.string() }),
  /** Only what changed. */
  before: Fields,
  after: Fields,
  /** Network address; empty when unknown. */
  address: z.string(),
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
