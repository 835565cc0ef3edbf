import { cutText } from '@outbound/node-service/text/cut-text';
import { addressesIn } from '../../messages/marks/named-addresses.ts';
import { type Fault, ownerOfFault } from '../../sending/owner-of-fault.ts';
import { bounceTypeOf, reportedFault } from '../../sending/reported-fault.ts';
import { noticeIn } from './returned-part.ts';

/** A mail system's plain-text notice about one recipient (qmail, Exim, Exchange, sendmail, and others). */
export interface Notice {
  /** False for a warning, after which the server keeps trying. */
  isFailure: boolean;
  fault: Fault;
  bounceType: 'hard' | 'soft';
  diagnostic: string;
}

const recipientsMax = 10;
const noticeLengthMax = 4_000;
const diagnosticLengthMax = 500;

/** Phrases for a server that will retry, in the eight languages. */
const retries = new RegExp(
  [
    String.raw`\bdelayed\b|\(delay\)|delivery incomplete|warning message only|do not need to resend|(will|`,
    'going to) (keep (trying|on trying)|be retried|retry|continue|try again|be attempted)|keeps? trying|',
    'retry(ing)? for|not yet been delivered|still (being )?(tried|queued)|verzögert|(wird|werden|',
    String.raw`versuch\p{L}*)[^.]{0,60}\b(weiter|erneut|noch)\b[^.]{0,40}(versuch\p{L}*|zustell\p{L}*|stunden|`,
    String.raw`tage)|noch nicht zugestellt|unvollständig|retardé|nouvelle tentative|(réessa|continuer)\p{L}*|`,
    'pas encore (été )?(remis|distribué)|retrasad|reintent|volver(á|emos) a intentar|aún no se ha|',
    'ritardat|riprover|ritent|nuovi tentativi|vertraagd|opnieuw (geprobeerd|proberen)|nog niet (bezorgd|',
    String.raw`afgeleverd)|atrasad|tentar(á|emos)? novamente|ainda não foi|opóźnion|ponowi|kolejn\p{L}* prób|`,
    'jeszcze nie',
  ].join(''),
  'iu',
);
const permanent =
  /\b5\.\d{1,3}\.\d{1,3}\b|\b5[0-5]\d[ -]|giv(en|ing) up|not going to try again|expired|timeout exceeded|too long in (the )?queue/i;

const success = new RegExp(
  [
    String.raw`\b(successfully (delivered|relayed)|(was|were|has been|have been) (delivered|relayed) to|`,
    'erfolgreich (zugestellt|übermittelt)|a (bien )?été (remis|distribué)|se ha entregado|',
    String.raw`è stato (consegnato|recapitato)|is (afgeleverd|bezorgd)|foi entregue|został\p{L}* (dostarczon|`,
    String.raw`doręczon)\p{L}*)`,
  ].join(''),
  'iu',
);

/** Addresses that a notice names above the returned message, in order. */
export function recipientsIn(text: string): string[] {
  return addressesIn(cutText(noticeIn(text), noticeLengthMax)).slice(0, recipientsMax);
}

/** Reads the lines about one recipient. Only an unknown or closed address is a hard bounce. */
export function readNotice(text: string, subject: string, isOwn: (address: string) => boolean): Notice {
  const notice = cutText(noticeIn(text), noticeLengthMax);
  const own = linesAbout(notice.split('\n'), isOwn).join('\n');
  const isWarning = (retries.test(`${subject}\n${notice}`) && !permanent.test(own)) || isSuccess(notice);
  const said = diagnosticIn(own);
  const fault = faultIn(own);
  return {
    isFailure: !isWarning,
    fault,
    bounceType: bounceTypeOf(fault),
    diagnostic: cutText(said, diagnosticLengthMax),
  };
}

/**
 * Joins lines, because servers wrap their responses anywhere. Text without a status code counts as a permanent failure.
 */
function faultIn(own: string): Fault {
  const text = own.replace(/\s+/g, ' ');
  const isNumbered = /\b[45]\d\d\b|\b[45]\.\d{1,3}\.\d{1,3}\b/.test(text);
  if (isNumbered) return reportedFault({ status: null, diagnostic: text });
  return ownerOfFault({ phase: 'report', code: 550, text, enhanced: '5.0.0' });
}

/** True for a notice of delivery without an error code. */
function isSuccess(notice: string): boolean {
  return success.test(notice) && !/\b[45]\d\d\b|\b[45]\.\d{1,3}\.\d{1,3}\b/.test(notice);
}

/** Most informative line about the failure. */
function diagnosticIn(own: string): string {
  const lines = own.split('\n').map((line) => line.trim());
  return lines.find((line) => /\b[45]\d\d\b|\b[45]\.\d/.test(line)) ?? lines.find((line) => line !== '') ?? '';
}

/** A line that starts with an address starts the section about that address. */
const entry = /^[ \t*>-]*(?:<|rfc822;|to:|recipient:|mailto:)*[ \t<]*([^\s<>@:;,]+@[^\s<>@:;,]+)/i;

/** Lines about one recipient, or all lines if none are about another recipient. */
function linesAbout(lines: string[], isOwn: (address: string) => boolean): string[] {
  const owners = lines.map((line) => {
    const [address] = addressesIn(entry.exec(line)?.[1] ?? '');
    return address === undefined ? null : isOwn(address);
  });
  if (!owners.includes(true) || !owners.includes(false)) return lines;
  let isAbout = false;
  return lines.filter((_, at) => {
    isAbout = owners[at] ?? isAbout;
    return isAbout;
  });
}
