import { allValues, type Field, firstValue } from './header-fields.ts';
import type { AutomaticMail, AutomaticReason, MailAddress } from './parsed-mail.ts';

const AUTO_REPLY_HEADERS = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoresponder', 'x-loop', 'x-auto-response', 'x-vacation'];
const LIST_HEADERS = ['list-id', 'list-unsubscribe', 'list-post', 'list-help', 'list-owner'];
const NOBODY =
  /^(?:mailer-?daemon|postmaster|daemon|no[-_.]?reply|do[-_.]?not[-_.]?reply|donotreply|bounces?|bounced|mail-?delivery(?:-?(?:system|subsystem))?|auto-?reply|autoresponder)(?:[+=_.-].*)?$/i;

/** Of a note of absence, in the languages of whom people write with; behind “Re:” and the like. */
const ABSENCE =
  /^(?:(?:re|aw|отн|отг|sv|fw|fwd)\s*:\s*)*[[(*]?\s*(?:автоматичен отговор|автоматично съобщение|автоматическ(?:ий|ое) ответ|автоответ|извън офиса|отсъства[мщ]?|отсъствие|в отпуск|отпуск\b|отсутств|вне офиса|нет на месте|out of (?:the )?office|ooo\b|auto(?:matic)?[ -]?(?:reply|response|answer)|auto:|i am away|away from (?:the |my )?(?:office|desk)|on (?:annual |maternity )?(?:leave|vacation|holiday)|vacation|abwesen|automatische antwort|automatische? (?:antwort|rückmeldung)|nicht im (?:büro|haus)|urlaub|réponse automatique|absen[ct]|absence du bureau|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori (?:sede|ufficio)|resposta automática|odpowiedź automatyczna|poza biurem|răspuns automat|automatisch antwoord|afwezig|autosvar|fraværende|αυτόματη απάντηση|εκτός γραφείου|απουσία|otomatik (?:yanıt|cevap)|ofis dışında|自動応答|自動返信|不在|自动(?:回复|答复)|رد تلقائي|خارج المكتب)/iu;

export interface AutomaticFacts {
  fields: readonly Field[];
  from: MailAddress | null;
  returnPath: string | null;
  subject: string;
  /** It is `multipart/report`, or its text reports a mail that was not delivered. */
  isReport: boolean;
}

/** Why a mail is taken for a machine's; null where nothing says so (protocols: e-mail, section 7). */
export function automaticMail({ fields, from, returnPath, subject, isReport }: AutomaticFacts): AutomaticMail | null {
  const reasons = new Set<AutomaticReason>();
  const submitted = allValues(fields, 'auto-submitted').filter((value) => value !== '' && !/^\s*no\b/i.test(value));
  if (submitted.length > 0) reasons.add('AUTO_SUBMITTED');
  const precedence = allValues(fields, 'precedence').join(' ');
  if (/\b(?:bulk|list|junk|auto[_-]reply)\b/i.test(precedence)) reasons.add('PRECEDENCE');
  if (/\b(?:all|oof|autoreply|dr|rn|nrn)\b/i.test(firstValue(fields, 'x-auto-response-suppress') ?? '')) reasons.add('RESPONSE_SUPPRESSED');
  if (LIST_HEADERS.some((name) => (firstValue(fields, name) ?? '') !== '')) reasons.add('LIST');
  const replies = AUTO_REPLY_HEADERS.filter((name) => !/^(?:|no|false)$/i.test(firstValue(fields, name) ?? ''));
  if (replies.length > 0) reasons.add('AUTO_REPLY_HEADER');
  if (returnPath === '') reasons.add('EMPTY_RETURN_PATH');
  if (from === null || NOBODY.test(from.address.split('@')[0] ?? '')) reasons.add('MAILER_DAEMON');
  if (isReport) reasons.add('REPORT');
  const isAbsence = ABSENCE.test(subject);
  const answersByItself =
    reasons.has('AUTO_SUBMITTED') ||
    reasons.has('EMPTY_RETURN_PATH') ||
    reasons.has('RESPONSE_SUPPRESSED') ||
    replies.some((name) => name !== 'x-loop') ||
    /auto[_-]reply/i.test(precedence);
  const isVacation = submitted.some((value) => /vacation|out.of.office/i.test(value)) || firstValue(fields, 'x-vacation') !== null;
  if (isAbsence && reasons.size === 0) reasons.add('SUBJECT');
  if (reasons.size === 0) return null;
  const outOfOffice = isReport ? 'NO' : isVacation || (isAbsence && answersByItself) ? 'YES' : isAbsence ? 'LIKELY' : 'NO';
  return { reasons: [...reasons], outOfOffice };
}
