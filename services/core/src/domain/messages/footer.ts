import { languagesOf } from '../text/languages.ts';
import { fold } from '../text/plain-words.ts';

export const footerLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const;
export type FooterLanguage = (typeof footerLanguages)[number];

/** A workspace's own wording, by language. */
export type FooterWording = Partial<Record<FooterLanguage, string>>;

/** Text before the unsubscribe link. */
const wayOut: Record<FooterLanguage, string> = {
  en: 'If you would rather not hear from me again:',
  de: 'Wenn Sie nichts mehr von mir hören möchten:',
  fr: 'Si vous ne souhaitez plus recevoir de messages de ma part :',
  es: 'Si prefiere no recibir más mensajes míos:',
  it: 'Se preferisce non ricevere altri messaggi da me:',
  nl: 'Als u liever niets meer van mij hoort:',
  pt: 'Se preferir não receber mais mensagens minhas:',
  pl: 'Jeśli nie życzy Pan/Pani sobie dalszych wiadomości ode mnie:',
};

/** Language of the contact. If unknown, the language of the text, if it is clear. */
export function languageFor(contactLanguage: string | null | undefined, bodyText: string): FooterLanguage {
  const known = asLanguage(contactLanguage?.slice(0, 2).toLowerCase());
  if (known !== undefined) return known;
  const [only, second] = languagesOf(fold(bodyText).replace(/[^a-z' ]+/g, ' '));
  return (second === undefined && asLanguage(only)) || 'en';
}

function asLanguage(name: string | undefined): FooterLanguage | undefined {
  return footerLanguages.find((language) => language === name);
}

interface FooterParts {
  postalAddress: string;
  /** Null: no link in the text. */
  unsubscribeUrl: string | null;
  language: FooterLanguage;
  wording: FooterWording;
}

/** Last lines of every campaign message: the sender, the postal address, and how to unsubscribe. */
export function footerText({ postalAddress, unsubscribeUrl, language, wording }: FooterParts): string {
  const lines = [postalAddress.trim().replace(/\s*\n\s*/g, ', ')];
  if (unsubscribeUrl !== null) lines.push(`${wording[language]?.trim() || wayOut[language]} ${unsubscribeUrl}`);
  const text = lines.filter(Boolean).join('\n');
  return text === '' ? '' : `\n\n-- \n${text}`;
}
