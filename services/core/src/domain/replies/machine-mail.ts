import { fold } from '../text/plain-words.ts';
import type { MailHeaders } from './mail-headers.ts';
import { isFromDaemon, isFromMailSystem, isReturnPathEmpty, unknownContext } from './mail-sender.ts';
import { noticeIn } from './notice/returned-part.ts';
import { matchRule } from './rules/rule-set.ts';
import { isAnswer, isSubjectOfThread } from './text/reply-words.ts';

const autoSubjects = new RegExp(
  [
    String.raw`^\W*(automatic reply|auto(matic|mated)?[- ]?(reply|response|antwort)|autoreply|out of (the )?office|`,
    String.raw`ooo\b|abwesen|automatische antwort|autom\. antwort|reponse automatique|absence du bureau|`,
    'respuesta automatica|fuera de la oficina|risposta automatica|fuori ufficio|automatisch antwoord|',
    'afwezig|resposta automatica|fora do escritorio|odpowiedz automatyczna|automatyczna odpowiedz|',
    'nieobecnosc|autoodpowiedz)',
  ].join(''),
  '',
);

/**
 * True if a program replied (RFC 3834 section 2, plus common headers). The subject counts only if it has no "Re:" and
 * is not our own. People keep the subject of a thread that started with a notice.
 */
export function isAutoReply(headers: MailHeaders, subject: string, { subject: ours } = unknownContext): boolean {
  const autoSubmitted = headers['auto-submitted']?.toLowerCase().trim();
  if (autoSubmitted && autoSubmitted !== 'no') return true;
  if (headers['x-autoreply'] || headers['x-autorespond'] || headers['x-auto-reply-from']) return true;
  if (/^(auto_reply|junk|auto-reply)$/i.test(headers.precedence?.trim() ?? '') || isReturnPathEmpty(headers))
    return true;
  return !isAnswer(subject) && !isSubjectOfThread(subject, ours) && autoSubjects.test(fold(subject.trim()));
}

const dialogue = new RegExp(
  [
    String.raw`\b[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b|\bthis is the mail system at host\b|\bqmail-send program\b|`,
    String.raw`\bremote host said:|\bwas undeliverable\b|\bdelivery to the following recipients? failed|`,
    String.raw`\bpermanent fatal errors\b|\bdiagnostic information for administrators\b|`,
    String.raw`\bmessage that you sent could not be delivered\b|\bdiagnostic-code:|\brcpt to:<|`,
    String.raw`\bsmtp error from remote`,
  ].join(''),
  'i',
);
const quarantine =
  /quarant|held for (review|moderation|approval)|awaits moderator|awaiting (moderator|approval)|zurueckgehalten|en attente de moderation|kwarantann/;

/**
 * True if a mail system reports in words a failed or delayed delivery. Checks the sender before the words, because
 * people also write about bounces and quote our texts about them.
 */
export function isTextBounce(headers: MailHeaders, subject: string, text: string, context = unknownContext): boolean {
  if (!isFromMailSystem(headers, context)) return false;
  const plainSubject = fold(subject);
  const notice = noticeIn(text);
  if (quarantine.test(plainSubject) || quarantine.test(fold(notice.slice(0, 1_000)))) return false;
  if (isFromDaemon(headers) || dialogue.test(notice)) return true;
  const inSubject = !isAnswer(subject) && isBounceText(plainSubject);
  return inSubject || (isReturnPathEmpty(headers) && isBounceText(notice));
}

function isBounceText(text: string): boolean {
  return (
    matchRule(
      'bounce',
      fold(text)
        .replace(/[^a-z0-9]+/g, ' ')
        .trim(),
    ) !== null
  );
}
