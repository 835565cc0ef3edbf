/** The headers of RFC 2369 and RFC 8058: mail clients unsubscribe by one POST or by mail, nothing happens on a GET. */
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

/** The subject that our List-Unsubscribe fills in, also from programs that leave it percent-encoded. */
export function isUnsubscribeSubject(subject: string): boolean {
  return /\bunsubscribe(?:[\s+_]|%20)*msg(?:_|%5F)[0-9A-HJKMNP-TV-Z]{26}\b/i.test(subject);
}

export function unsubscribeUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/u/${token}`;
}

/** What stands for the token of a message that does not exist yet, or reaches nobody else. */
export const previewToken = 'your-personal-link';
