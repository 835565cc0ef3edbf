import { escapeHtml } from '@outbound/node-service/text/html';
import type { BodyFormat } from '../messages/body-format.ts';

/**
 * Adds the workspace's GDPR Art. 14 notice to the first message to a person who has not had it. The notice names the
 * source of their data and their rights.
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
