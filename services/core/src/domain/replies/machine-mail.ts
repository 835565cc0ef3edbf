import { fold } from '../text/plain-words.ts';
import type { MailHeaders } from './mail-headers.ts';
import { matchRule } from './rules/rule-set.ts';

const autoSubjects =
  /^((re|aw|sv|antw|odp|r|rif|res)\s*:\s*)*\W*(automatic reply|auto(matic|mated)?[- ]?(reply|response|antwort)|autoreply|out of (the )?office|ooo\b|abwesen|automatische antwort|autom\. antwort|reponse automatique|absence du bureau|respuesta automatica|fuera de la oficina|risposta automatica|fuori ufficio|automatisch antwoord|afwezig|resposta automatica|fora do escritorio|odpowiedz automatyczna|automatyczna odpowiedz|nieobecnosc|autoodpowiedz)/;

/** Whether a program replied (RFC 3834 §2 and what is common in the field): that says nothing about interest. */
export function isAutoReply(headers: MailHeaders, subject: string): boolean {
  const autoSubmitted = headers['auto-submitted']?.toLowerCase().trim();
  if (autoSubmitted && autoSubmitted !== 'no') return true;
  if (headers['x-autoreply'] || headers['x-autorespond'] || headers['x-auto-reply-from']) return true;
  if (/^(auto_reply|junk|auto-reply)$/i.test(headers.precedence?.trim() ?? '')) return true;
  return autoSubjects.test(fold(subject.trim()));
}

const daemons = /\b(mailer-daemon|postmaster|mail delivery (sub)?system|maildaemon|mail-daemon|bounce[sd]?)\b/i;
const dialogue =
  /\b[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b|\bthis is the mail system at host\b|\bqmail-send program\b|\bremote host said:|\bwas undeliverable\b|\bdelivery to the following recipients? failed|\bpermanent fatal errors\b|\bdiagnostic information for administrators\b|\bmessage that you sent could not be delivered\b|\bdiagnostic-code:|\brcpt to:<|\bsmtp error from remote/i;
const quarantine =
  /quarant|held for (review|moderation|approval)|awaits moderator|awaiting (moderator|approval)|zurueckgehalten|en attente de moderation|kwarantann/;

/** Whether a mail system reports that something was not delivered, or not yet, in words of its own. */
export function isTextBounce(headers: MailHeaders, subject: string, text: string): boolean {
  const plainSubject = fold(subject);
  if (quarantine.test(plainSubject) || quarantine.test(fold(text.slice(0, 1_000)))) return false;
  const isDaemon = daemons.test(headers.from ?? '') || headers['return-path']?.trim() === '<>';
  if (dialogue.test(text)) return true;
  const inSubject = !/^(re|aw|antw|odp|rif)\s*:/.test(plainSubject) && isBounceText(plainSubject);
  return inSubject || (isDaemon && isBounceText(text));
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
