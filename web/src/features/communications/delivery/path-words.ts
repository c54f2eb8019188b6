import { BY_SMS, type PathAttempt, type PathStep } from '@parley/contract';
import type { TextKey } from '../../../text.ts';
import { reasonWords, type Text } from './reason-words.ts';

const STEPS = {
  HANDED_OVER: 'DELIVERY_HANDED_OVER',
  PUT_OFF: 'DELIVERY_PUT_OFF',
  NO_ANSWER: 'DELIVERY_NO_ANSWER',
  SENT: 'COMMUNICATIONS_STATUS_SENT',
  DELIVERED: 'COMMUNICATIONS_STATUS_DELIVERED',
  SEEN: 'COMMUNICATIONS_STATUS_SEEN',
  UNKNOWN: 'COMMUNICATIONS_STATUS_OUTCOME_UNKNOWN',
} as const satisfies Partial<Record<PathStep['step'], TextKey>>;

/** The same by a short message, where the channel itself did not reach the customer. */
const BY_SMS_STEPS = { SENT: 'DELIVERY_SMS_INSTEAD', DELIVERED: 'DELIVERY_AS_SMS' } as const satisfies Partial<
  Record<PathStep['step'], TextKey>
>;

const isNamed = (step: PathStep['step']): step is keyof typeof STEPS => step in STEPS;

/** What happened, as a person says it. */
export function stepWords({ step, reason, part }: Pick<PathStep, 'step' | 'reason' | 'part'>, text: Text): string {
  if (step === 'NOT_INSTEAD') return text(reason === 'OTHERS' ? 'DELIVERY_NOT_INSTEAD_OTHERS' : 'DELIVERY_NOT_INSTEAD');
  const words =
    reason === BY_SMS && (step === 'SENT' || step === 'DELIVERED')
      ? text(BY_SMS_STEPS[step])
      : isNamed(step)
        ? text(STEPS[step])
        : text('COMMUNICATIONS_MESSAGE_FAILED_STATUS', { reason: reasonWords(reason, text) });
  return part === null ? words : text('DELIVERY_PART', { number: part, words });
}

/** Whether anything is still to be expected of it by itself. */
export const isUnderWay = ({ state }: Pick<PathAttempt, 'state'>): boolean => state === 'PENDING' || state === 'SENDING';
