import { isNothing } from './nothing.ts';
import { isDateText, plainWord, yesOrNo } from './yes-and-no.ts';

/** Meaning of a cell for the person's opt-out or email address. */
export type Will = 'opted_out' | 'bounced' | 'not_interested' | 'none' | 'unclear';
/** Meaning of a yes in the column: an opt-out, a bounce, or a consent. A status column uses words instead. */
export type WillColumn = 'opt_out' | 'bounce' | 'consent' | 'status';

function anyOf(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'u');
}

// Words as normalized by `words()`: lower case, no accents, single spaces. Covers the languages of the column table,
// and more.
const optOutWords = anyOf(
  String.raw`\bopt(?:ed|ing|s)? ?out|\boptout|\bunsub|\bun subscri|\bsuppress(?:ed|ion)|\bblack ?list|\bblock ?list|\bblocked\b|\bdn[cem]\b`,
  String.raw`\bdo ?n[o']?t ?(?:bulk )?(?:contact|e ?mail|call|mail|market|solicit|send|disturb|text|reach)|\bdont ?(?:contact|e ?mail|mail|call|send)`,
  String.raw`\b(?:no|never|stop|exclude from|excluded from|removed? from) ?` +
    String.raw`(?:all |any |further |more |the )?(?:contact|e ?mail|mail|marketing|newsletter|mailing list|mailings?|list|outreach|campaigns?)`,
  String.raw`\bdisallow|\bcomplain(?:t|ed)|\bspam (?:report|complaint)|\breported (?:as )?spam`,
  String.raw`\bmarked (?:as )?spam|\bwithdr(?:ew|awn)|\brevoked?\b|\bobject(?:ed|ion)\b|\bforget me\b`,
  String.raw`\bgdpr (?:delete|erase)`,
  // German
  'abgemeldet|abmeldung|abmelde|abbestell|ausgetragen|austrag|widerruf|widerspr|werbesperre|werbewiderspruch|kontaktsperre|mailsperre|sperrvermerk|sperrliste|gesperrt|robinson',
  String.raw`nicht (?:mehr )?(?:kontakt|anschreib|mail|anmail|anruf|bewerb|senden|stor)|\bkeine? (?:weiteren? |mehr )?(?:e ?mail|mail|werb|mailing|kontakt|newsletter|post|anruf)`,
  // French
  String.raw`desinscri|desabonn|ne (?:plus |pas )+(?:contacter|envoyer|solliciter|appeler|demarcher)|\bpas d'?(?:e ?mail|envoi|contact)|opposition|\brefus|liste noire|retracte`,
  // Spanish and Portuguese
  String.raw`\bbaja\b|de baja|desuscri|dessuscri|desinscri|no (?:contactar|enviar|llamar|molestar|mandar)`,
  String.raw`no desea|lista negra|excluid|rechaz|oposicion|revocad|nao (?:contat|contact|enviar|perturbe|deseja)`,
  String.raw`descadastr|descadastrad|lista de bloqueio|bloquead`,
  // Italian
  'disiscri|disiscritt|cancellat|cancellazione|non (?:contattare|inviare|disturbare|chiamare)|opposizione|lista nera|rinuncia',
  // Dutch, Polish, Scandinavian
  String.raw`uitgeschreven|uitschrijv|afgemeld|afmeld|niet (?:meer )?(?:contact|mail|benader|bellen|versturen)|\bgeen (?:e ?mail|mailing|contact|reclame|nieuwsbrief)|zwarte lijst|bezwaar`,
  'wypis|rezygn|nie (?:kontakt|wysyla|dzwon)|sprzeciw|czarna lista|avregistr|avprenumer|avanmal|kontakta (?:inte|ej)|ikke kontakt|kontakt ikke|afmeldt|avmeld',
  // Czech and Slovak, Hungarian, Romanian, Finnish, Turkish
  'odhlas|neposilat|nezasilat|nekontakt|neposielat|cern[ae] listin|leiratkoz|ne keress|dezabon|nu contacta|estolista|suoramarkkinointikiel',
  'abonelikten|abonelik iptal|iletisim yok|arama(?:yin|yiniz)\\b',
  // Russian, Ukrainian, Greek, Chinese, Japanese, Korean
  'відпис|не турбувати|διαγραφ|απεγγραφ|отпис|не (?:беспокоить|писать|звонить|связываться)|черн(?:ый|ого) спис|退订|退訂|取消订阅|請勿|请勿|配信停止|配信不要|連絡不可|수신거부|수신 거부',
);
const bounceWords = anyOf(
  String.raw`\b(?:hard ?|soft ?|e ?mail )?bounce[sd]?\b|\bbouncing\b`,
  String.raw`\bbounce (?:date|time|type|reason|status|count)|undeliver|\bnot deliver|delivery fail`,
  String.raw`\binvalid (?:e ?mail|address|mail)|\be ?mail (?:address )?(?:is )?(?:invalid|bad|not valid)`,
  String.raw`\bbad (?:e ?mail|address)|\bcleaned\b|\bclean (?:time|date)\b|\bhard ?bounce`,
  String.raw`unzustellbar|zustellfehler|nicht zustellbar|ungultige (?:e ?mail|adresse|mail)|rucklaufer|\brebot`,
  String.raw`rebote|\brebond|non (?:remis|distribu|delivr)|adresse invalide|correo invalido|no entregad|devuelt`,
  String.raw`devolvid|rimbalz|non recapitat|onbestelbaar|niet bezorgd|niedostarcz|studsa|退信|退回|반송|возвращ`,
);
const consentWords = anyOf(
  String.raw`\bopt(?:ed|ing|s)? ?in\b|\boptin\b|\bdoi\b|\bconsent|\bsubscri|\bpermission`,
  String.raw`\baccepts? (?:e ?mail |marketing)|\bmarketable|\bmailable|\bcontactable`,
  String.raw`\ballow(?:s|ed)? (?:e ?mail|contact|marketing|mail)|\bmarketing (?:contact )?status`,
  String.raw`\be ?mail marketing|\bnewsletter`,
  'einwilligung|zustimmung|erlaubnis|werbeerlaubnis|angemeldet|abonn|consentement|accord|inscrit|' +
    'consentimiento|suscri|permiso|acepta|consentimento|inscrito|inscricao|consenso|iscritt|iscrizione|' +
    'toestemming|ingeschreven|aangemeld|zgoda|zapisan|samtycke|samtykke',
);
const statusWords = anyOf(
  String.raw`\bstatus\b|\bstage\b|\bphase\b|\blifecycle|\bdisposition|\boutcome\b|\bstatut\b|\bestado\b|\bstato\b|\bfase\b|\betapa\b|\bstadium\b|\bergebnis|\bresultado|\bsituac|\bsituation|\bstan\b`,
);
const notInterestedWords = anyOf(
  String.raw`\bnot interested|\bno interest\b|\buninterested|\bdeclined?\b|kein interesse|nicht interessiert`,
  String.raw`pas (?:d'?)?interes|non interess|no (?:le )?interes|sem interesse|nao interess|geen interesse`,
  String.raw`niet geinteresseerd|brak zainteres|ej intress|inte intress|ikke interess|не интерес|没兴趣|興味なし|関心なし`,
  String.raw`관심 ?없음`,
);
/** "Unsubscribe link", "opt-out token": about the opt-out mechanism, not a person's choice. */
const aboutTheWay = /\b(?:link|url|uri|href|token|hash|key|page|rate|template|group|groups?|campaign name|header)\b/u;
/** Negations such as "Not unsubscribed" and "nicht gesperrt", unless the pattern itself starts with one. */
const denied = new RegExp(
  [
    String.raw`^(?:not?|never|nicht|nie|pas|non|niet|nao|ikke|inte|ej)\b (?:yet )?(?:unsub|opt(?:ed)? ?out|`,
    'suppress|block|black|bounce|abgemeldet|gesperrt|abbestellt|widersprochen|desinscrit|desabonne|',
    'cancellat|disiscritt|afgemeld|uitgeschreven|complain)',
  ].join(''),
  'u',
);
const statusLengthMax = 60;
const statusWordsMax = 6;

/** "EmailOptedOut__c" → "email opted out c". */
function words(name: string): string {
  return plainWord(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replace(/[’`´]/g, "'"))
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}

/** Kind of opt-out column that the name indicates. Undefined if it is none. */
export function willColumnOf(name: string): WillColumn | undefined {
  const text = words(name);
  if (aboutTheWay.test(text)) return undefined;
  if (optOutWords.test(text)) return 'opt_out';
  if (bounceWords.test(text)) return 'bounce';
  if (consentWords.test(text)) return 'consent';
  return statusWords.test(text) ? 'status' : undefined;
}

/** Meaning of status words, whatever the column is called. Returns none for other texts. */
export function willOfStatus(value: unknown): Exclude<Will, 'unclear'> {
  if (typeof value !== 'string' || value.length > statusLengthMax) return 'none';
  const text = words(value);
  if (text.split(' ').length > statusWordsMax || denied.test(text) || aboutTheWay.test(text)) return 'none';
  if (optOutWords.test(text)) return 'opted_out';
  if (notInterestedWords.test(text)) return 'not_interested';
  return bounceWords.test(text) ? 'bounced' : 'none';
}

const wholeShareMin = 0.8;
/**
 * Words also used for orders, accounts, and priorities ("Prioridad: baja"). They are no opt-out in columns unrelated to
 * people.
 */
const ambiguous =
  /\bbaja\b|cancellat|cancellazione|rechaz|\brefus|\bwithdr|\brevo[ck]|rinuncia|opposi|oposi|excluid|bloquead|\bblocked\b|gesperrt|\bobject|widerruf|complain|bezwaar/u;

/** Meaning of a cell that contains only status words. Such cells count in any column that is not read otherwise. */
export function willOfAnyCell(value: unknown): Exclude<Will, 'unclear'> {
  const will = willOfStatus(value);
  if (will !== 'opted_out') return 'none';
  const text = words(value as string);
  if (ambiguous.test(text)) return 'none';
  const [found = ''] = new RegExp(`(?:${optOutWords.source})\\p{L}*`, 'u').exec(text) ?? [];
  return found.length >= text.length * wholeShareMin ? will : 'none';
}

const textLengthMax = 500;

/** True for a text in which someone asks for no contact ("please do not contact her again"). */
export function mentionsOptOut(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > textLengthMax) return false;
  const text = words(value);
  return optOutWords.test(text) && !ambiguous.test(text) && !denied.test(text) && !aboutTheWay.test(text);
}

/** Meaning of a cell in a column of this kind. Reads a yes, a date, a number, or status words. Others are unclear. */
export function willOf(column: WillColumn, value: unknown): Will {
  if (value === null || value === undefined) return 'none';
  const text = typeof value === 'string' ? value.trim() : String(value);
  if (isNothing(text)) return 'none';
  const status = willOfStatus(text);
  if (column === 'status') return status;
  const yes = yesOrNo(value);
  const isSet = yes ?? (isDateText(text) ? true : undefined);
  if (column === 'consent') return status !== 'none' ? status : isSet === false ? 'opted_out' : 'none';
  if (isSet === false || denied.test(words(text))) return 'none';
  if (column === 'bounce') return 'bounced';
  if (isSet === true) return 'opted_out';
  if (status !== 'none') return status;
  return consentWords.test(words(text)) || /^(?:active|aktiv|actif|activo|attivo|actief|ok|open)$/.test(words(text))
    ? 'none'
    : 'unclear';
}
