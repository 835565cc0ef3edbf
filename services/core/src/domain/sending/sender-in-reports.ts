import type { RefusalRule } from './refusal-rule.ts';

/**
 * Reports that blame the sender. They come before any rule for the recipient, because servers use 550 5.1.0 and 5.1.1
 * for both.
 */
export const senderInReports: readonly RefusalRule[] = [
  { cause: 'sender_not_allowed', phases: ['report'], enhanced: /^[45]\.1\.[78]$/ },
  {
    cause: 'sender_not_allowed',
    phases: ['report'],
    text: new RegExp(
      [
        String.raw`\b(sender|originator|mail from|(envelope|return)[- ](from|path|sender))\b[^.;]{0,40}\b(rejected|`,
        'refused|denied|blocked|invalid|unknown|not (found|exist|allowed|permitted|valid|verified|known)|',
        String.raw`(does|did|could|can)(n't| ?not)|fail\w*)|domain of sender|(sender|return)('s)? (address|domain|`,
        String.raw`mailbox|host)\b|absender(adresse|domain)?\b|sender verif|verif\w+ (of )?(the )?(sender|envelope|return)`,
      ].join(''),
      'i',
    ),
  },
  {
    cause: 'throttled',
    phases: ['report'],
    text: /too many (\w+ ){0,2}(recipients|addresses|messages|mails|e-?mails|connections|sessions)\b|\b(per|this|in (an?|the last)) (minute|hour|day)\b|rate[- ]?limit/i,
  },
  {
    cause: 'sender_not_authenticated',
    phases: ['report'],
    text: /not allowed to send (e-?mail |mail )?from|\bspf (record|settings|check)/i,
  },
  {
    cause: 'poor_reputation',
    phases: ['report'],
    text: /cannot find your (reverse )?host ?name|client host rejected|open relay|no access from mail server|(ip|host)( address)? .{0,40}does not resolve|\bAUP#|\b5\.7\.1\b.{0,150}access denied/i,
  },
  {
    cause: 'temporary_refusal',
    phases: ['report'],
    text: new RegExp(
      [
        'name server (reply|failure|timeout)|server failure for name|servfail|temporary (lookup|dns|name|resolution)|',
        String.raw`(not found|not resolve\w*|lookup)[^;]{0,60}\b(try again|did not complete|timed out)`,
      ].join(''),
      'i',
    ),
  },
];
