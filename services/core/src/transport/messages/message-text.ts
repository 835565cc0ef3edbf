import { type FooterWording, footerText, languageFor } from '../../domain/messages/footer.ts';
import { unsubscribeUrl } from '../../domain/suppressions/list-unsubscribe.ts';
import { createUnsubscribeToken } from '../../domain/suppressions/unsubscribe-token.ts';
import { linkKey } from '../../store/secrets/store-keys.ts';
import { htmlOf, plainTextOf, textToHtml, type WrittenBody } from './message-body.ts';

export interface TextParts {
  bodyText: string;
  signature: string;
  /** Shown below the signature, with its attribution. */
  quote?: string;
  footer?: string;
}

/** Exact text to send: body, signature, quoted message, footer. */
export function outgoingText({ bodyText, signature, quote = '', footer = '' }: TextParts): string {
  const parts = [bodyText.trimEnd(), unlessSigned(bodyText, signature), quote].filter((part) => part !== '');
  return `${parts.join('\n\n')}${footer}\n`;
}

/** Returns no signature if the body already ends with it. */
function unlessSigned(bodyText: string, signature: string): string {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(bodyText).endsWith(plain(signature)) ? '' : signature.trim();
}

/** HTML part with the same additions. Null for plain text. */
export function outgoingHtml(body: WrittenBody, { signature, quote = '', footer = '' }: Omit<TextParts, 'bodyText'>) {
  const html = htmlOf(body);
  if (html === null) return null;
  const below = [
    ['p', unlessSigned(plainTextOf(body), signature)],
    ['blockquote', quote],
    ['p', footer],
  ] as const;
  const parts = below.flatMap(([tag, text]) => (text.trim() ? [`<${tag}>${textToHtml(text.trim())}</${tag}>`] : []));
  return [html, ...parts].join('\n');
}

/** Footer of every campaign message, in the recipient's language. */
export function campaignFooter(
  settings: { postalAddress: string; footer?: FooterWording },
  { bodyText, language, url }: { bodyText: string; language: string | null | undefined; url: string | null },
): string {
  return footerText({
    postalAddress: settings.postalAddress,
    unsubscribeUrl: url,
    language: languageFor(language, bodyText),
    wording: settings.footer ?? {},
  });
}

export function unsubscribeUrlFor(config: { baseUrl: string }, workspaceId: string, messageId: string): string {
  return unsubscribeUrl(config.baseUrl, createUnsubscribeToken(linkKey(), workspaceId, messageId));
}
