import * as z from 'zod/mini';
import { isChatUri, senderKindOf, settledChatUri, settledSender } from '../sender.ts';
import { ServiceChoice } from './carrier.ts';
import { ConnectionProblem } from './channel-health.ts';
import { TtlSeconds } from './channel-settings.ts';
import { userStatuses } from './closed-lists.ts';
import { formLines, Id, Instant, requiredText } from './primitives.ts';

const EndStatus = z.enum(userStatuses);

/** Whom a short message comes from: settled, and a name, a number or a short code. */
export const Sender = z.string().check(
  z.overwrite(settledSender),
  z.maxLength(16),
  z.refine((text) => senderKindOf(text) !== null, { error: 'NOT_A_SENDER' }),
);
/** The same, or none. */
export const SenderOrNone = z.string().check(
  z.overwrite(settledSender),
  z.maxLength(16),
  z.refine((text) => text === '' || senderKindOf(text) !== null, { error: 'NOT_A_SENDER' }),
);

const ChatUri = z.string().check(z.maxLength(300), z.overwrite(settledChatUri), z.refine(isChatUri, { error: 'NOT_A_CHAT_URI' }));
/** As Viber hands it out: no spaces, nothing that could end a header. */
const AccountToken = z.string().check(z.trim(), z.minLength(1, { error: 'EMPTY' }), z.maxLength(200), z.regex(/^[!-~]*$/));

const every = { name: requiredText(120), status: EndStatus };

/** An SMS setting (administration, section 2): a sender of short messages, through a carrier's service. */
export const smsSettingFields = { ...every, sender: Sender, serviceId: Id };

/** A Viber channel (administration, section 3). `sender` is what the carrier knows it by. */
export const viberChannelFields = {
  ...every,
  sender: requiredText(64),
  serviceId: Id,
  ttlSeconds: TtlSeconds,
  fallbackSender: SenderOrNone,
};

/** A Viber support, which is a bot (administration, section 3). The token is never told. */
export const viberSupportFields = { ...every, token: AccountToken, chatUri: ChatUri, welcomeText: formLines(7000) };

/** Whoever was set up before there were carriers has no service. */
const kept = {
  id: Id,
  accountId: Id,
  name: z.string(),
  status: EndStatus,
  /** At which its provider calls us: whoever knows it is heard. */
  hookAddress: z.string(),
  /** Messages went over it: then it is switched off instead of being deleted. */
  wasUsed: z.boolean(),
  createdAt: Instant,
};

export const SmsSetting = z.object({ ...kept, sender: z.string(), service: z.nullable(ServiceChoice) });
export type SmsSetting = z.infer<typeof SmsSetting>;

export const ViberChannel = z.object({
  ...kept,
  sender: z.string(),
  service: z.nullable(ServiceChoice),
  ttlSeconds: z.int(),
  fallbackSender: z.string(),
});
export type ViberChannel = z.infer<typeof ViberChannel>;

export const ViberSupport = z.object({ ...kept, chatUri: z.string(), welcomeText: z.string() });
export type ViberSupport = z.infer<typeof ViberSupport>;

/** What the provider said when it was told of the end as it is now; null where it need not be told. `answer`: in its own words, without secrets. */
export const ToldProvider = z.nullable(z.object({ problem: z.nullable(ConnectionProblem), answer: z.string() }));
export type ToldProvider = z.infer<typeof ToldProvider>;
