import type { MailNotice } from '../../domain/replies/mail-notice.ts';
import { contentOf, type MimePart } from '../mime/mime-parts.ts';

const receipt = /^message\/(global-)?disposition-notification$/;
const calendarBytesMax = 200_000;

/** Notice that a person's mail program wrote in a part of its own. Null for other mail, such as an invitation. */
export function noticeOf(text: string, parts: readonly MimePart[]): MailNotice | null {
  if (parts[0]?.type === 'multipart/report' && parts.some(({ type }) => receipt.test(type))) return 'receipt';
  const calendar = parts.find(({ type }) => type === 'text/calendar');
  if (calendar === undefined) return null;
  return calendarAnswerIn(contentOf(text, calendar).toString('utf8', 0, calendarBytesMax));
}

/** Answer to an invitation (RFC 5546 section 3.2.3), or a proposal of another time (section 3.2.7). */
function calendarAnswerIn(source: string): MailNotice | null {
  // Long lines continue on the next one after a space or tab (RFC 5545 section 3.1).
  const unfolded = source.replace(/\r?\n[ \t]/g, '');
  const method = /^METHOD:(\w+)/im.exec(unfolded)?.[1]?.toUpperCase();
  if (method === 'COUNTER') return 'countered';
  if (method !== 'REPLY') return null;
  const [, status = ''] = /^ATTENDEE\b[^\r\n]*;PARTSTAT="?([\w-]+)/im.exec(unfolded) ?? [];
  return answers[status.toUpperCase()] ?? null;
}

const answers: Readonly<Record<string, MailNotice>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'accepted',
  DECLINED: 'declined',
};
