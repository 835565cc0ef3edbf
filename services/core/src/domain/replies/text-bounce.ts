import { cutText } from '@outbound/node-service/text/cut-text';
export interface TextBounce {
  /** Addresses that the notice names, the first ones first. */
  recipients: string[];
  /** Null: a warning, nothing has failed yet. */
  type: 'hard' | 'soft' | null;
  diagnostic: string;
}

const recipientsMax = 10;
/** Below it stands the returned message, whose words mean nothing here. */
const noticeLengthMax = 1_500;
const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const delayed =
  /\bdelayed\b|warning message only|do not need to resend|will (keep trying|be retried|continue)|not yet been delivered|verzögert|wird weiter versucht|retardé|retrasad|ritardat|vertraagd|atrasad|opóźnion/i;
const failed = /permanent|giv(en|ing) up|failed permanently|dauerhaft|endgültig|5\.\d{1,3}\.\d{1,3}\b|\b55\d\b/i;
const softTexts =
  /\b5\.2\.[12]\b|\b4\.\d{1,3}\.\d{1,3}\b|mailbox (is )?full|over quota|quota exceeded|postfach.{0,40}voll|pleine|saturée|llen[oa]|casella.{0,30}piena|postvak.{0,20}vol|chei[oa]|pełn|\b5\.7\.\d|spam|blocked|blacklist|blocklist|too large|temporar|timed out/i;

/** What a bounce without a machine-readable part (RFC 3464) says: qmail, Exim, Exchange, sendmail and others, in words. */
export function readTextBounce(whole: string): TextBounce {
  const text = cutText(whole, noticeLengthMax);
  const recipients = [...new Set(text.match(address)?.map((found) => found.toLowerCase()) ?? [])];
  const isWarning = delayed.test(text) && !failed.test(text);
  const line = text.split('\n').find((one) => failed.test(one)) ?? text.trim().split('\n')[0] ?? '';
  return {
    recipients: recipients.slice(0, recipientsMax),
    type: isWarning ? null : softTexts.test(text) ? 'soft' : 'hard',
    diagnostic: cutText(line.trim(), 500),
  };
}
