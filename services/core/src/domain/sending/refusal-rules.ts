import type { FaultPhase } from './fault-cause.ts';
import type { RefusalRule } from './refusal-rule.ts';
import { senderInReports } from './sender-in-reports.ts';

const session: readonly FaultPhase[] = ['connect', 'greeting', 'tls', 'login'];
const recipient: readonly FaultPhase[] = ['rcpt_to', 'data', 'report'];
const content: readonly FaultPhase[] = ['data', 'report'];

/**
 * Rules for responses of Google, Microsoft, Yahoo, GMX, IONOS, OVH, Exchange, Postfix, Exim, and qmail. The first match
 * decides. Text comes before codes that servers use loosely: 550 5.7.1 can mean almost anything.
 */
export const refusalRules: readonly RefusalRule[] = [
  // Signing in.
  { cause: 'sign_in_withdrawn', phases: ['login'], codes: [0], text: /invalid_grant|interaction_required/ },
  { cause: 'sign_in_not_set_up', phases: ['login'], codes: [0], text: /invalid_client|unauthorized_client/ },
  { cause: 'app_password_needed', text: /application-specific password|app(-| )password|InvalidSecondFactor/i },
  {
    cause: 'password_login_disabled',
    text: /basic authentication is (not supported|disabled)|5\.7\.30\b|LOGIN authentication (is )?disabled|disabled by (security|user.s) defaults/i,
  },
  { cause: 'sending_disabled', text: /SmtpClientAuthentication is disabled|smtp(_| )auth(_| )disabled/i },
  {
    cause: 'too_many_connections',
    text: /too many (concurrent|simultaneous|open)? ?(smtp )?(connections|sessions)|thread limit exceeded|maximum (number of )?connections|concurrent connections/i,
  },
  {
    cause: 'account_suspended',
    text: new RegExp(
      [
        '(account|mailbox|user|sender|address) (has been |is |was )?(temporarily )?(suspended|',
        String.raw`blocked from sending|locked|restricted from sending)|bad outbound sender|5\.1\.8\b|5\.7\.50[1-9]\b|`,
        'spam abuse detected|access denied, (bad outbound|spam)|sending (has been )?(disabled|',
        'blocked) for (this|your)|nicht zum Versand berechtigt',
      ].join(''),
      'i',
    ),
    phases: [...session, 'mail_from', 'rcpt_to', 'data'],
  },
  { cause: 'quota_exceeded', text: /daily (message )?(quota|limit) exceeded/i, digit: 4 },
  {
    cause: 'throttled',
    text: new RegExp(
      [
        String.raw`4\.7\.28|unusual rate of (unsolicited )?(mail|e-?mail)|rate limit(ed| exceeded)?( for this (ip|`,
        String.raw`host))?|\bthrottl|too (many|much) (mail|messages|e-?mails) from your (ip|host)|sending too fast|`,
        String.raw`slow down|deferred due to (unexpected volume|user complaints)|\[TSS?0\d\]|try again later.*(volume|`,
        'rate)',
      ].join(''),
      'i',
    ),
    digit: 4,
  },
  {
    cause: 'quota_exceeded',
    text: new RegExp(
      [
        '(user|daily|sending|send|submission|message|mail|recipient|hourly|',
        'outgoing)[ _-]?(user )?(sending )?(message )?(rate )?(quota|limit)( is| was| has been)? ?(reached|',
        String.raw`exceed)|SubmissionQuotaExceeded|5\.4\.5\b|exceeded (the|your|its) (daily|hourly|maximum|sending|`,
        'message|allowed)? ?.{0,30}(limit|quota|messages)|reached (your|the) (daily|hourly|sending)|',
        String.raw`quota of (messages|recipients)|5\.1\.90\b|5\.7\.232|5\.7\.233|5\.7\.236|`,
        String.raw`4\.5\.3 .*too many recipients|max(imum)? (defers|emails) (and failures )?per hour|`,
        String.raw`has exceeded the max|maximum credits|[45]\.7\.\d+ .*policy.{0,20}quota exceeded`,
      ].join(''),
      'i',
    ),
    phases: [...session, 'mail_from', 'rcpt_to', 'data'],
  },
  // In reports, a quota may be the recipient's. Only unambiguous wording counts.
  {
    cause: 'quota_exceeded',
    text: /SubmissionQuotaExceeded|5\.1\.90\b|5\.4\.5\b.*limit|5\.7\.23[236]\b|daily (user )?sending (limit|quota)/i,
    phases: ['report'],
  },
  { cause: 'account_suspended', text: /bad outbound sender/i, phases: ['report'] },
  {
    cause: 'throttled',
    codes: [421, 450, 451, 452],
    text: /\brate\b|too many (messages|mails|recipients)|limit(s)? (reached|exceeded)|exceed(ed|s) .*limit/i,
    phases: ['connect', 'greeting', 'mail_from', 'rcpt_to', 'data'],
  },
  { cause: 'login_refused', phases: ['login'], codes: [334, 530, 534, 535, 538] },
  {
    cause: 'login_refused',
    phases: ['login'],
    text: /credentials|password|authenticat|username|user name|login/i,
    digit: 5,
  },
  { cause: 'login_refused', phases: ['login'], codes: [0], text: /credentials|authentication method/i },
  { cause: 'password_login_disabled', codes: [550], enhanced: /^5\.7\.30$/ },
  { cause: 'encryption_failed', phases: ['tls'] },
  { cause: 'encryption_failed', phases: ['connect', 'greeting'], text: /ssl|tls|certificate|wrong version/i },

  // Blocklists and reputation, before any rule that uses 550 alone.
  {
    cause: 'blocklisted',
    text: new RegExp(
      [
        String.raw`spamhaus|\b(zen|sbl|xbl|pbl|dbl|css)\.|spamcop|barracuda(central)?|sorbs|uceprotect|invaluement|`,
        String.raw`\b(dns|r|real-?time )(bl|blocklist|blacklist|block list)\b|black ?list|block ?list|`,
        String.raw`(?<!not )listed (at|by|in|on)|client host .*blocked|blocked using|5\.7\.(606|606|607|608|609|61\d|`,
        String.raw`64[0-9]|511|512)\b|banned sending ip`,
      ].join(''),
      'i',
    ),
  },
  {
    cause: 'sender_not_authenticated',
    text: new RegExp(
      [
        String.raw`5\.7\.(26|23|27|515|509)\b|unauthenticated (email|mail|sender)|(spf|dkim|dmarc)[^a-z].{0,40}(fail|`,
        String.raw`reject|not pass|did not pass|policy|missing|required)|(fail|reject|did not pass).{0,60}\b(spf|dkim|`,
        String.raw`dmarc)\b|sender policy framework`,
      ].join(''),
      'i',
    ),
  },
  {
    cause: 'blocklisted',
    text: new RegExp(
      [
        '(your|the|sending|this) (ip|host|server|network)( address)? .{0,40}(blocked|banned|rejected|denied|',
        String.raw`refused)|\b(ip|host|server) (is )?blocked|part of their network is on our block list|\bS3(140|150)\b`,
      ].join(''),
      'i',
    ),
  },
  {
    cause: 'sender_blocked',
    text: /5\.7\.(703|705|708|750)\b|tenant has exceeded|access denied, traffic not accepted from this IP/i,
  },
  {
    cause: 'poor_reputation',
    text: new RegExp(
      [
        String.raw`\breputation\b|4\.7\.0 .*(temporarily deferred|suspicious)|likely (unsolicited|suspicious)|TS0[34]|`,
        String.raw`permanently deferred|not accepted for policy reasons|(IB\d{3}|PH\d{2}|BL\d{2,3})\b.*(policy|`,
        String.raw`reputation)|nemesis esmtp service not available|bad dns ptr|reverse dns|no ptr|\bptr record|rdns|`,
        'too many bad recipients|too many spam from',
      ].join(''),
      'i',
    ),
  },

  // Greylisting.
  {
    cause: 'greylisted',
    digit: 4,
    text: /gr[ea]y-?list|4\.7\.1 .*(try again|come back|please retry|deferred for)|temporarily (deferred|rejected).*(first|new)|come back (later|in)|retry (in|after) \d+/i,
  },

  ...senderInReports,

  // The recipient.
  {
    cause: 'recipient_over_quota',
    digit: 4,
    phases: recipient,
    text: /(mailbox|inbox|quota|storage|account).{0,40}(full|exceed|over)|over ?(its |the |their )?quota|out of (storage|space)|insufficient (disk|storage)/i,
  },
  {
    cause: 'recipient_mailbox_full',
    digit: 5,
    phases: recipient,
    text: /(mailbox|inbox|quota|storage).{0,40}(full|exceed|over)|over ?(its |the |their )?quota|out of (storage|space)/i,
  },
  {
    cause: 'message_too_large',
    text: /(message|mail|size|content).{0,30}(too (large|big)|exceeds.{0,20}(size|maximum)|larger than)|size limit/i,
    phases: ['mail_from', ...content, 'rcpt_to'],
  },
  { cause: 'message_too_large', enhanced: /^5\.(3\.4|2\.3)$/ },
  {
    cause: 'unknown_recipient',
    digit: 5,
    phases: recipient,
    text: new RegExp(
      [
        'no such (user|mailbox|recipient|address|person|account)|(user|mailbox|recipient|address|account|',
        'alias)( address)?( [^ ]+@[^ ]+)? ?(is |was |has |does |could |cannot |can not |',
        "you tried to reach )*(unknown|not ?found|does(n't| not) exist|doesn.t have|not exist|not be found|",
        'invalid|unavailable|unrouteable)|unknown (user|recipient|mailbox|address|local)|invalid (recipient|',
        "mailbox|address)|does(n't| not) (exist|have an? .{0,30}account)|no mailbox (here )?by that name|",
        'not a valid (user|mailbox|recipient)|unrouteable address|mailbox unavailable|recipient rejected|',
        'recipient name is not recognized|invalid final delivery|no such domain|(host|',
        "domain)( name)? (is )?(unknown|not found|does(n't| not) exist)|unknown (host|domain)|",
        'recipientnotfound|not listed in|address rejected: (undeliverable|unverified)|dd (this user|',
        'requested)|not our customer|kein(e)? (empf|postfach|benutzer)|unbekannt(er)? (empf|nutzer)|',
        'destinataire inconnu|utilisateur inconnu|adresse inconnue|sorry, no mailbox|(benutzer|empfänger|',
        'postfach|adresse|konto)( [^ ]+)? (existiert nicht|nicht (gefunden|vorhanden))|(usuario|utente|',
        'usuário|użytkownik|gebruiker|destinatari[oa]|buzón|casella|skrzynka|adres|conta)( [^ ]+)? (no existe|',
        'non esiste|não existe|nie istnieje|bestaat niet|descono?cid[oa]|desconhecid[oa]|sconosciut[oa]|nieznany)',
      ].join(''),
      'i',
    ),
  },
  { cause: 'unknown_recipient', phases: recipient, digit: 5, enhanced: /^5\.(1\.1|1\.2|1\.3|1\.10|4\.1|4\.310)$/ },
  { cause: 'unknown_recipient', phases: ['report'], enhanced: /^5\.(1\.[0-6]|4\.[14])$/ },
  {
    cause: 'recipient_disabled',
    phases: recipient,
    digit: 5,
    text: /(account|mailbox|user|recipient).{0,60}(disabled|inactive|deactivated|suspended|closed|expired|no longer (active|available|accept))/i,
  },
  { cause: 'recipient_disabled', phases: recipient, enhanced: /^5\.2\.1$/ },
  { cause: 'recipient_mailbox_full', phases: recipient, enhanced: /^5\.2\.2$/ },
  { cause: 'recipient_over_quota', phases: recipient, enhanced: /^4\.2\.2$/ },
  {
    cause: 'recipient_refuses_sender',
    phases: recipient,
    digit: 5,
    text: new RegExp(
      [
        'only accept(s|ing)? (mail|messages|e-?mail) from|not (authorized|authorised|permitted|',
        String.raw`allowed) to send (mail |messages |e-?mail )?to|RestrictDomains|RESOLVER\.RST|recipient (does not|`,
        'is not).{0,30}accept',
      ].join(''),
      'i',
    ),
  },

  // Our sender identity.
  {
    cause: 'sender_not_allowed',
    text: new RegExp(
      [
        '(sender|from|mail from|return).{0,30}address (rejected|not (allowed|owned|verified))|',
        'not owned by (user|auth)|SendAsDenied|not (allowed|authorized|authorised|permitted) to send as|',
        'permissions? to send as|disallowed as|sender verify failed|(email|sender|',
        'from) address is not verified|sender (address )?(is )?(not allowed|not authori[sz]ed|must match|',
        'mismatch|does not match)|envelope-?sender|not permitted to (send|relay) (as|from)|absender',
      ].join(''),
      'i',
    ),
    phases: ['mail_from', 'rcpt_to', 'data'],
  },
  {
    cause: 'relay_denied',
    text: new RegExp(
      [
        'relay(ing)? (access )?(is )?(denied|not permitted|not allowed|prohibited|forbidden)|relaying denied|',
        'unable to relay|not permitted to relay|authentication (is )?required|must (authenticate|',
        "issue a STARTTLS)|isn't in my list of allowed|not in my list of allowed|client (was |",
        'is )?not authenticated',
      ].join(''),
      'i',
    ),
  },
  { cause: 'login_refused', codes: [530, 535] },
  { cause: 'sender_blocked', text: /\b(helo|ehlo)\b.{0,30}(reject|denied|invalid)/i },

  // Our content.
  {
    cause: 'content_refused',
    digit: 5,
    phases: content,
    text: new RegExp(
      [
        'spam|virus|malware|phish|content|blocked (file|attachment)|unsolicited|prohibited|suspicious|',
        String.raw`\burl\b|\blink\b|5\.7\.0|security issue|guidelines|message (was )?(rejected|refused|blocked|denied)`,
      ].join(''),
      'i',
    ),
  },
  { cause: 'message_malformed', phases: ['mail_from', ...recipient], enhanced: /^5\.(6\.\d+|1\.7)$/ },
  { cause: 'content_refused', digit: 5, phases: content, enhanced: /^5\.7\./ },

  // Words that never refer to the person, regardless of the reply code.
  {
    cause: 'sender_blocked',
    digit: 5,
    phases: ['connect', 'greeting', 'mail_from', 'rcpt_to', 'report'],
    text: /\bblocked\b|\bpolicy\b|administrative prohibition|administratively|access denied|not accepted|prohibit|\bspam\b|unsolicited|denied by|poor|service refused|refused by|5\.7\.1\b/i,
  },
  { cause: 'sender_blocked', digit: 5, phases: ['mail_from', 'rcpt_to'], enhanced: /^5\.7\./ },
  { cause: 'server_trouble', phases: [...session, 'mail_from', 'rcpt_to', 'data'], enhanced: /^[45]\.3\./ },
  { cause: 'server_trouble', phases: ['connect', 'greeting', 'login'], digit: 4 },
  { cause: 'sender_blocked', phases: ['connect', 'greeting'], digit: 5 },
  { cause: 'sender_not_allowed', phases: ['mail_from'], digit: 5 },
  { cause: 'server_trouble', codes: [421] },
  { cause: 'unreachable', phases: ['connect', 'greeting', 'login', 'mail_from', 'rcpt_to', 'data'], codes: [0] },
  { cause: 'temporary_refusal', digit: 4 },
  { cause: 'unknown_recipient', phases: ['rcpt_to'], codes: [550, 551, 553] },
  { cause: 'message_malformed', phases: ['rcpt_to', 'data', 'mail_from'], digit: 5 },
  { cause: 'message_malformed', phases: ['report'], digit: 5 },
];
