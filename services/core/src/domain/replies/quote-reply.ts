import { cutText } from '@outbound/node-service/text/cut-text';
import type { FooterLanguage } from '../messages/footer.ts';

const quotedLinesMax = 200;
const quotedCharactersMax = 10_000;

/**
 * Attribution line above the quote, as mail programs of each language write it. Receivers recognize and remove quotes
 * by it.
 */
const attributions: Record<FooterLanguage, (date: string, name: string) => string> = {
  en: (date, name) => `On ${date}, ${name} wrote:`,
  de: (date, name) => `Am ${date} schrieb ${name}:`,
  fr: (date, name) => `Le ${date}, ${name} a écrit :`,
  es: (date, name) => `El ${date}, ${name} escribió:`,
  it: (date, name) => `Il ${date}, ${name} ha scritto:`,
  nl: (date, name) => `Op ${date} schreef ${name}:`,
  pt: (date, name) => `Em ${date}, ${name} escreveu:`,
  pl: (date, name) => `W dniu ${date} ${name} pisze:`,
};

export interface QuotedMail {
  fromName: string;
  fromAddress: string;
  bodyText: string;
  receivedAt: Date;
}

/**
 * Quotes the message being answered, below the answer: the attribution, then each line after a ">" (RFC 3676 section
 * 4.5).
 */
export function quoteReply(mail: QuotedMail, language: FooterLanguage, timeZone: string): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    mail.receivedAt,
  );
  const name = mail.fromName === '' ? mail.fromAddress : `${mail.fromName} <${mail.fromAddress}>`;
  const lines = cutText(mail.bodyText.trim(), quotedCharactersMax).split('\n');
  const shown = lines
    .slice(0, quotedLinesMax)
    .map((line) => (line.startsWith('>') || line === '' ? `>${line}` : `> ${line}`));
  if (lines.length > quotedLinesMax) shown.push('> […]');
  return `${attributions[language](date, name)}\n${shown.join('\n')}`;
}
