import { cutText } from '@outbound/node-service/text/cut-text';
import { addressesIn } from '../../domain/messages/marks/named-addresses.ts';
import { isDaemonAddress } from '../../domain/replies/mail-sender.ts';
import { contentOf, headersIn, type MimePart } from '../mime/mime-parts.ts';

/** Machine-readable parts of a bounce (RFC 3464) or a complaint (RFC 5965). All of it is untrusted text. */
export interface MailReport {
  kind: 'delivery_status' | 'feedback';
  text: string;
  /** Returned message or its headers. Empty if nothing was returned. */
  original: string;
}

interface ReportSource {
  text: string;
  parts: MimePart[];
  fromAddress: string;
  isReturnPathEmpty: boolean;
}

const reportTextMax = 100_000;
const status = /^message\/(global-)?delivery-status$/;
const feedback = /^message\/feedback-report$/;
const original = /^(message\/rfc822|text\/rfc822-headers|message\/global(-headers)?)$/;

/**
 * Report of a mail. A person who forwards a bounce sends the same parts, so only `multipart/report` (RFC 6522) or a
 * mail system's own envelope makes them a report.
 */
export function reportOf({ text, parts, fromAddress, isReturnPathEmpty }: ReportSource): MailReport | null {
  const isReport = parts[0]?.type === 'multipart/report';
  const joined = (type: RegExp) => {
    const own = parts.filter((part) => type.test(part.type));
    if (own.length === 0) return null;
    return cutText(own.map((part) => contentOf(text, part).toString('utf8')).join('\n\n'), reportTextMax);
  };
  const returned = joined(original) ?? '';
  const statusText = joined(status);
  const isOfSystem = isReport || isReturnPathEmpty || isDaemonAddress(fromAddress);
  if (statusText !== null && isOfSystem) return { kind: 'delivery_status', text: statusText, original: returned };
  const feedbackText = joined(feedback);
  if (feedbackText !== null && isReport) return { kind: 'feedback', text: feedbackText, original: returned };
  return smallComplaint(returned);
}

/** Microsoft's complaints (JMRP) return our message with only this header (Outlook.com Postmaster, "JMRP"). */
function smallComplaint(returned: string): MailReport | null {
  const complainant = headersIn(returned).get('x-hmxmroriginalrecipient');
  const [address] = addressesIn(complainant ?? '');
  if (address === undefined) return null;
  return { kind: 'feedback', text: `Feedback-Type: abuse\nOriginal-Rcpt-To: ${address}`, original: returned };
}
