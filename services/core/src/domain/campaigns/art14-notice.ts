import type { BodyFormat } from '../messages/body-format.ts';
import { escapeHtml } from '../text/html.ts';

/**
 * The workspace's sentence by GDPR Art. 14 below the first message to somebody who has not had it: where their data is
 * from, and what they may ask for.
 */
export function withNotice(
  { bodyText, bodyFormat }: { bodyText: string; bodyFormat?: BodyFormat },
  notice: string | undefined,
  contact: { noticeSentAt?: Date | null },
): { text: string; hasNotice: boolean } {
  if (!notice?.trim() || contact.noticeSentAt) return { text: bodyText, hasNotice: false };
  const sentence = bodyFormat === 'html' ? `<p>${escapeHtml(notice.trim())}</p>` : notice.trim();
  return { text: `${bodyText}\n\n${sentence}`, hasNotice: true };
}
