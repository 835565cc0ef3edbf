import { isAutoReply, isOutOfOffice, type MailHeaders, returnDateOf } from './auto-reply.ts';

export const replyClasses = [
  'interested',
  'meeting_request',
  'question',
  'referral',
  'not_now',
  'not_interested',
  'wrong_person',
  'left_company',
  'out_of_office',
  'auto_reply',
  'unsubscribe',
  'complaint',
  'bounce',
  'unclassified',
] as const;
export type ReplyClass = (typeof replyClasses)[number];

export interface Classification {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
  classifiedBy: 'rule' | 'model' | 'user';
  returnDate: Date | null;
}

interface Rule {
  class: ReplyClass;
  confidence: number;
  pattern: RegExp;
}

// In this order: what must never be missed first. English, German, French and Spanish, the most common turns of phrase.
const rules: Rule[] = [
  {
    class: 'unsubscribe',
    confidence: 0.95,
    pattern:
      /\bunsubscribe\b|\bopt[- ]?out\b|\b(remove|take|delete) me (from|off)\b|\bstop (e-?mailing|contacting|writing|messaging)\b|\b(do not|don't|never) (e-?mail|contact|write|message)( to)? me\b|\babmelden\b|keine (weiteren )?(e-?)?mails|nicht mehr (kontaktieren|anschreiben)|(löschen|entfernen) sie (mich|meine)|désinscri|ne plus me contacter|darme de baja|no me (contacte|escriba)/i,
  },
  {
    class: 'complaint',
    confidence: 0.85,
    pattern:
      /\breport(ed|ing)? (this|you) (as|for) spam\b|\bthis is spam\b|\bgdpr (complaint|violation)\b|\bdata protection authority\b|\blawyer\b|\banwalt\b|datenschutzbehörde|abmahn/i,
  },
  {
    class: 'left_company',
    confidence: 0.85,
    pattern:
      /\b(no longer|not) (works?|working|employed|with|at) (here|at|for|with|the company)\b|\b(has|have) left (the|our) (company|organi[sz]ation)\b|nicht mehr (bei|im unternehmen|für)|ne (travaille|fait) plus|ya no trabaja/i,
  },
  {
    class: 'wrong_person',
    confidence: 0.8,
    pattern:
      /\b(wrong|not the right) (person|contact|address)\b|\bnot (my|responsible for)\b.{0,30}\b(area|department|this|that)\b|falscher? (ansprechpartner|person)|nicht (zuständig|der richtige)|pas la bonne personne|no soy la persona/i,
  },
  {
    class: 'not_interested',
    confidence: 0.85,
    pattern:
      /\bnot interested\b|\bno,? (thanks|thank you)\b|\bno interest\b|\bnot (a|the right) fit\b|\bwe('re| are) (all set|good|happy with)\b|\bplease (don't|do not) follow up\b|kein(en)? (interesse|bedarf)|nicht interessiert|pas intéressé|no (estoy|estamos) interesad/i,
  },
  {
    class: 'not_now',
    confidence: 0.75,
    pattern:
      /\bnot (right )?now\b|\bnot at (the|this) moment\b|\b(next|in a few|in \w+) (quarter|months?|year)\b|\breach (out|back) (again )?(in|later|next)\b|\bbad timing\b|\bcircle back\b|(derzeit|aktuell|momentan|im moment) (nicht|kein)|später|nächstes (jahr|quartal)|pas pour le moment|más adelante/i,
  },
  {
    class: 'meeting_request',
    confidence: 0.85,
    pattern:
      /\b(book|schedule|set up|arrange|have|hop on|jump on|do) a (quick |short )?(call|meeting|chat|demo)\b|\b(free|available|works?) (for me )?(on|at|next|this|tomorrow)\b|\bcalendar (link|invite)\b|calendly\.com|\blet'?s (talk|meet|speak)\b|(termin|telefonat) (vereinbaren|machen|ausmachen)|prendre rendez-vous|agendar una (llamada|reunión)/i,
  },
  {
    class: 'referral',
    confidence: 0.75,
    pattern:
      /\b(please )?(contact|talk to|speak (to|with)|reach out to|write to|get in touch with) (my colleague|our|mr|ms|mrs|[A-Z]\w+ )|\b(cc'?ing|copying|looping in|forward(ed|ing) (this|your))\b|wenden sie sich (bitte )?an|leite .{0,30}weiter|je vous mets en contact|le reenvío/,
  },
  {
    class: 'interested',
    confidence: 0.8,
    pattern:
      /\b(i'?m|i am|we'?re|we are|very|quite|definitely) (very |quite )?interested\b|\b(sounds|looks) (good|great|interesting)\b|\btell me more\b|\bsend (me|us|over) (more|some|the)?\b.{0,20}\b(info|information|details|deck|pricing)\b|\bwould (love|like) to (hear|learn|know|see)\b|klingt (gut|interessant|spannend)|(bin|sind) (sehr )?interessiert|mehr (erfahren|informationen)|ça m'intéresse|me interesa/i,
  },
  { class: 'question', confidence: 0.65, pattern: /\?/ },
];

/** The reply without what it quotes: the rules must not judge our own words. */
export const withoutQuote = (text: string): string => {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line) =>
    /^(On .{5,200} wrote:|Am .{5,200} schrieb.*:|Le .{5,200} a écrit\s*:|El .{5,200} escribió:|-{2,} ?(Original|Forwarded|Ursprüngliche).*|_{10,}|From: .+)$/i.test(
      line.trim(),
    ),
  );
  return (end === -1 ? lines : lines.slice(0, end))
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .trim();
};

/** What a reply means, by rules alone. Bounces and abuse reports are told apart before, by their structure. */
export const classifyReply = (
  reply: { headers: MailHeaders; subject: string; text: string },
  now: Date,
): Classification => {
  const text = withoutQuote(reply.text).slice(0, 20_000);
  const none = { classifiedBy: 'rule', returnDate: null } as const;
  if (isAutoReply(reply.headers, reply.subject)) {
    const isLeft = rules.find((rule) => rule.class === 'left_company')!.pattern.test(text);
    if (isLeft) return { class: 'left_company', confidence: 0.8, ...none };
    if (!isOutOfOffice(reply.subject, text)) return { class: 'auto_reply', confidence: 0.9, ...none };
    return { class: 'out_of_office', confidence: 0.95, classifiedBy: 'rule', returnDate: returnDateOf(text, now) };
  }
  const hit = rules.find((rule) => rule.pattern.test(text));
  return hit
    ? { class: hit.class, confidence: hit.confidence, ...none }
    : { class: 'unclassified', confidence: 0, ...none };
};

/** What a class does to the rest of the sequence. */
export const sequenceEffectOf = (replyClass: ReplyClass): 'none' | 'pause' | 'stop' | 'unsubscribe' => {
  if (replyClass === 'auto_reply' || replyClass === 'bounce') return 'none';
  if (replyClass === 'out_of_office') return 'pause';
  if (replyClass === 'unsubscribe' || replyClass === 'complaint') return 'unsubscribe';
  return 'stop';
};

/** Whether a person should look at it. */
export const needsAction = (replyClass: ReplyClass): boolean =>
  !['auto_reply', 'out_of_office', 'bounce', 'unsubscribe', 'complaint'].includes(replyClass);
