/** Headers of RFC 2369 and RFC 8058. Mail clients unsubscribe with one POST or by mail. A GET has no effect. */
export function listUnsubscribeHeaders(
  unsubscribeUrl: string,
  { mailboxAddress, messageId }: { mailboxAddress: string; messageId: string },
): Record<string, string> {
  const mailto = `mailto:${encodeURI(mailboxAddress)}?subject=${encodeURIComponent(`Unsubscribe ${messageId}`)}`;
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>, <${mailto}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** True for the subject filled in by our List-Unsubscribe, including one that programs left percent-encoded. */
export function isUnsubscribeSubject(subject: string): boolean {
  return /\bunsubscribe(?:[\s+_]|%20)*msg(?:_|%5F)[0-9A-HJKMNP-TV-Z]{26}\b/i.test(subject);
}

export function unsubscribeUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/u/${token}`;
}

/** Replaces the token of a message that does not exist yet, or that reaches no one else. */
export const previewToken = 'your-personal-link';
