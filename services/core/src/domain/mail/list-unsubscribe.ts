/** The headers of RFC 2369 and RFC 8058: mail clients unsubscribe by one POST, nothing happens on a GET. */
export const listUnsubscribeHeaders = (unsubscribeUrl: string): Record<string, string> => ({
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export const unsubscribeUrl = (baseUrl: string, token: string): string => `${baseUrl}/u/${token}`;

/** The last lines of every campaign message: who writes, from where, and how to end it. */
export const footerText = (postalAddress: string, unsubscribe: string | null): string => {
  const lines = [postalAddress.trim().replace(/\s*\n\s*/g, ', ')];
  if (unsubscribe) lines.push(`If you would rather not hear from me again: ${unsubscribe}`);
  const text = lines.filter(Boolean).join('\n');
  return text === '' ? '' : `\n\n-- \n${text}`;
};
