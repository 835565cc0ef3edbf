import { readNotice } from '../../../domain/replies/notice/read-notice.ts';
import type { InboundMail } from '../../../transport/received/read-mail.ts';
import type { InboundDeps } from '../inbound-deps.ts';
import { matchReport } from './match-report.ts';
import { isAddressOf, type ReportOutcome, settleReport } from './receive-report.ts';

/** Applies a bounce without a machine-readable part. Null if it matches none of our messages. */
export async function receiveTextBounce(
  workspaceId: string,
  mail: InboundMail,
  deps: InboundDeps,
): Promise<ReportOutcome | null> {
  const reported = await matchReport(workspaceId, mail, deps.now());
  if (reported === null) return null;
  const notice = readNotice(mail.bodyText, mail.subject, isAddressOf(reported.message));
  if (!notice.isFailure) return { kind: 'ignored', messageId: reported.message.id };
  return settleReport(reported, notice, deps);
}
