import { type FooterWording, footerText, languageFor } from '../../domain/messages/footer.ts';
import { unsubscribeUrl } from '../../domain/suppressions/list-unsubscribe.ts';
import { createUnsubscribeToken } from '../../domain/suppressions/unsubscribe-token.ts';
import { linkKey } from '../../store/secrets/store-keys.ts';
import { htmlOf, textToHtml, type WrittenBody } from './message-body.ts';

export interface TextParts {
  bodyText: string;
  signature: string;
  /** Below the signature, with its attribution. */
  quote?: string;
  footer?: string;
}

/** The text exactly as it goes out: body, signature, what it answers, footer. */
export function outgoingText({ bodyText, signature, quote = '', footer = '' }: TextParts): string {
  const parts = [bodyText.trimEnd(), signature.trim(), quote].filter((part) => part !== '');
  return `${parts.join('\n\n')}${footer}\n`;
}

/** The HTML part with the same below it; null: the message is plain text alone. */
export function outgoingHtml(body: WrittenBody, { signature, quote = '', footer = '' }: Omit<TextParts, 'bodyText'>) {
  const html = htmlOf(body);
  if (html === null) return null;
  const below = [
    ['p', signature],
    ['blockquote', quote],
    ['p', footer],
  ] as const;
  const parts = below.flatMap(([tag, text]) => (text.trim() ? [`<${tag}>${textToHtml(text.trim())}</${tag}>`] : []));
  return [html, ...parts].join('\n');
}

/** Below every campaign message, in the recipient's language. */
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
