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

/** The message that such a mail is about. */
export function unsubscribedMessageId(subject: string): string | null {
  return /\bunsubscribe (msg_[0-9A-HJKMNP-TV-Z]{26})\b/i.exec(subject)?.[1] ?? null;
}

export function unsubscribeUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/u/${token}`;
}

/** What stands for the token of a message that does not exist yet, or reaches nobody else. */
export const previewToken = 'your-personal-link';
