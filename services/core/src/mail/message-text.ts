import { footerText, unsubscribeUrl } from '../domain/mail/list-unsubscribe.ts';
import { createUnsubscribeToken } from '../domain/mail/unsubscribe-token.ts';

export interface TextParts {
  bodyText: string;
  signature: string;
  postalAddress: string;
  /** Null where nobody can unsubscribe: answers, single messages. */
  unsubscribeUrl: string | null;
}

/** The text exactly as it goes out: body, signature, footer. */
export const outgoingText = ({ bodyText, signature, postalAddress, unsubscribeUrl: url }: TextParts): string => {
  const signed = signature.trim() === '' ? bodyText.trimEnd() : `${bodyText.trimEnd()}\n\n${signature.trim()}`;
  return `${signed}${footerText(postalAddress, url)}\n`;
};

export const unsubscribeUrlFor = (
  config: { baseUrl: string; secretKey: Buffer },
  workspaceId: string,
  messageId: string,
): string => unsubscribeUrl(config.baseUrl, createUnsubscribeToken(config.secretKey, workspaceId, messageId));
