/** Headers with lower-case names. */
export type MailHeaders = Record<string, string | undefined>;

const autoSubjects =
  /^(re:\s*|aw:\s*)?(automatic reply|auto(matic)?[- ]?(reply|response)|out of (the )?office|abwesen|automatische antwort|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord)/i;

/** Whether a program answered (RFC 3834 §2 and what is common in the field): such an answer says nothing about interest. */
export const isAutoReply = (headers: MailHeaders, subject: string): boolean => {
  const autoSubmitted = headers['auto-submitted']?.toLowerCase().trim();
  if (autoSubmitted && autoSubmitted !== 'no') return true;
  if (headers['x-autoreply'] || headers['x-autorespond'] || headers['x-auto-reply-from']) return true;
  if (/^(auto_reply|junk)$/i.test(headers.precedence?.trim() ?? '')) return true;
  return autoSubjects.test(subject.trim());
};

const outOfOffice =
  /out of (the )?office|on (annual |parental |maternity |paternity )?(leave|vacation|holiday)|away (from|until)|abwesen|nicht im (büro|haus)|im urlaub|en congé|absent[e]? (jusqu|du)|fuera de la oficina|de vacaciones/i;

export const isOutOfOffice = (subject: string, text: string): boolean => outOfOffice.test(`${subject}\n${text}`);

const months: Record<string, number> = {};
[
  ['january', 'jan', 'januar', 'janvier', 'enero'],
  ['february', 'feb', 'februar', 'février', 'febrero'],
  ['march', 'mar', 'märz', 'mars', 'marzo'],
  ['april', 'apr', 'avril', 'abril'],
  ['may', 'mai', 'mayo'],
  ['june', 'jun', 'juni', 'juin', 'junio'],
  ['july', 'jul', 'juli', 'juillet', 'julio'],
  ['august', 'aug', 'août', 'agosto'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre'],
  ['october', 'oct', 'okt', 'oktober', 'octobre', 'octubre'],
  ['november', 'nov', 'novembre', 'noviembre'],
  ['december', 'dec', 'dez', 'dezember', 'décembre', 'diciembre'],
].forEach((names, month) => {
  for (const name of names) months[name] = month;
});

const monthNames = Object.keys(months)
  .sort((a, b) => b.length - a.length)
  .join('|');
const lead =
  '(?:until|till|through|back (?:on|in the office on)?|return(?:ing)?(?: (?:on|to the office on))?|bis(?: zum| einschließlich)?|ab(?: dem)?|wieder (?:ab|am)|jusqu.au|de retour le|hasta el)';
const isoDate = new RegExp(`${lead}\\D{0,20}(\\d{4})-(\\d{2})-(\\d{2})`, 'i');
const dottedDate = new RegExp(`${lead}\\D{0,20}(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d{2})?`, 'i');
const dayMonth = new RegExp(
  `${lead}[^\\d\\n]{0,20}(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(${monthNames})\\b\\.?,?\\s*(\\d{4})?`,
  'i',
);
const monthDay = new RegExp(
  `${lead}[^\\d\\n]{0,30}?(${monthNames})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s*(\\d{4})?`,
  'i',
);

const halfYearDays = 183;

/** A date without a year is the next such day; beyond about half a year it was misread, or is of no use. */
const dateOf = (year: string | undefined, month: number, day: number, now: Date): Date | null => {
  if (day < 1 || day > 31 || month < 0 || month > 11) return null;
  const fullYear = year ? Number(year.length === 2 ? `20${year}` : year) : now.getUTCFullYear();
  let date = new Date(Date.UTC(fullYear, month, day));
  if (!year && date.getTime() < now.getTime() - 86_400_000) date = new Date(Date.UTC(fullYear + 1, month, day));
  const days = (date.getTime() - now.getTime()) / 86_400_000;
  return days > -1 && days < halfYearDays ? date : null;
};

/** The day on which an out-of-office notice says its author is back (or away until), when it says so. */
export const returnDateOf = (text: string, now: Date): Date | null => {
  const iso = isoDate.exec(text);
  if (iso) return dateOf(iso[1], Number(iso[2]) - 1, Number(iso[3]), now);
  const named = dayMonth.exec(text);
  if (named) return dateOf(named[3], months[named[2]!.toLowerCase()]!, Number(named[1]), now);
  const american = monthDay.exec(text);
  if (american) return dateOf(american[3], months[american[1]!.toLowerCase()]!, Number(american[2]), now);
  const dotted = dottedDate.exec(text);
  return dotted ? dateOf(dotted[3], Number(dotted[2]) - 1, Number(dotted[1]), now) : null;
};
