// All patterns here match folded text, because many people omit accents.

/** Lines that introduce the quoted original, in any client and language. Matched on one or two joined lines. */
export const attributions: RegExp[] = [
  /^.{2,200}(<[^<>\s]+@[^<>\s]+>|\[mailto:[^\]]+\]|\S+@\S+).{0,80}(?<!\p{L})(wrote|schrieb|a ecrit|escribio|ha scritto|schreef|escreveu|napisala?(\(a\))?|pisze)(?!\p{L}).{0,40}:?\W*$/iu,
  /^\W*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}.{0,200}<[^<>\s]+@[^<>\s]+>\s*:\W*$/,
  /^\W*(op|le|il|el|em)\s.{4,200}\d{4}.{0,150}(schreef|ecrit|scritto|escribio|escreveu)\s*:?\W*$/iu,
  new RegExp(
    [
      String.raw`^-{2,}\s*(original message|original appointment|forwarded message|forwarded by|`,
      'ursprue?ngliche (nachricht|e-mail|mail)|originalnachricht|original-nachricht|',
      "weitergeleitete nachricht|message (d'origine|original|initial|transfere)|mensaje (original|",
      'reenviado)|messaggio (originale|inoltrato)|oorspronkelijk bericht|oorspronkelijke bericht|',
      'doorgestuurd bericht|mensagem (original|encaminhada)|wiadomosc (oryginalna|przekazana|zrodlowa)|',
      String.raw`oryginalna wiadomosc|original-?mail|ursprungligt)(?!\p{L}).*$`,
    ].join(''),
    'iu',
  ),
  new RegExp(
    [
      '^(begin forwarded message|anfang der weitergeleiteten (nachricht|e-mail)|',
      'debut du message (reexpedie|transfere)|inicio del mensaje reenviado|inizio messaggio inoltrato|',
      String.raw`begin doorgestuurd bericht|inicio da mensagem reencaminhada|ursprue?ngliche nachricht)\s*:?\s*$`,
    ].join(''),
    'iu',
  ),
  /^\W*wiadomosc napisana przez .{3,200}:\W*$/iu,
  /^_{8,}\s*$/,
];

/** Attributions with a verb and any text before it. They count only with a name, time, or address. */
export const spokenAttributions: RegExp[] = [
  /^\W*on(?!\p{L}).{6,250}(?<!\p{L})(wrote|writes|said)\s*:?\W*$/iu,
  /^\W*am(?!\p{L}).{6,250}(?<!\p{L})(schrieb|geschrieben|schreibt)(?!\p{L}).{0,120}:?\W*$/iu,
  new RegExp(
    [
      String.raw`^\W*(le|el|il|em|op|w dniu|dnia|em|den|a|al|den)(?!\p{L}).{6,250}(?<!\p{L})(a ecrit|escribio|`,
      String.raw`escribiste|ha scritto|escreveu|schreef|pisze|napisala?(\(a\))?|het volgende geschreven|`,
      String.raw`geschreven)(?!\p{L}).{0,120}:?\W*$`,
    ].join(''),
    'iu',
  ),
  new RegExp(
    [
      String.raw`^\W*(on|am|le|el|il|in data|op|em|no dia|w dniu|dnia)(?!\p{L}).{2,120}(?<!\p{L})(wrote|schrieb|`,
      'a ecrit|escribio|puso|ha scritto|scrisse|schreef|escreveu|disse|napisala?|',
      String.raw`pisze)(?!\p{L}).{0,60}:(\s*["“„«>].*)?$`,
    ].join(''),
    'iu',
  ),
];

const fromWords = 'gesendet|from|von|de|da|van|od|expediteur|remitente|mittente|afzender|remetente|nadawca|absender';
const otherWords =
  'von|sent|date|to|subject|cc|gesendet|datum|an|betreff|envoye|date|a|objet|enviado|enviada|fecha|' +
  'para|asunto|assunto|inviato|data|oggetto|verzonden|aan|onderwerp|wyslano|do|temat|dw|reply-to|' +
  'enviado el|enviada em|enviado em|kopie|copie';

/** First line of Outlook's header block, and the lines that follow it. */
export const headerBlockFrom = new RegExp(`^\\W{0,4}\\*?(${fromWords})\\s*:\\*?\\s*\\S`, 'i');
export const headerBlockOther = new RegExp(`^\\W{0,4}\\*?(${otherWords})\\s*:\\*?\\s*\\S`, 'i');

/** Lines added by the client or the organization, not by the writer. */
export const noise: RegExp[] = [
  new RegExp(
    [
      String.raw`^\W*(sent from|get outlook|sent via|sent with|von meinem .{0,40}gesendet|gesendet (von|mit|ue?ber)|`,
      'diese nachricht wurde von meinem|envoye (de|depuis|a partir|via|avec)|telecharger outlook|',
      'enviado desde|enviado (do|a partir|de|pelo) (o )?meu|enviado pelo|obtener outlook|obter o outlook|',
      'inviato (da|dal|con)|scarica outlook|verzonden vanaf|verstuurd (vanaf|met|via|van)|download outlook|',
      'wyslan[oe] (z|przy|za)|pobierz (aplikacje )?outlook|outlook voor|outlook fue?r|',
      String.raw`holen sie sich outlook)\b.*$`,
    ].join(''),
    'i',
  ),
  new RegExp(
    [
      String.raw`^\W*(\[?(external|extern|externe|externo|esterno|zewnetrzny)\]?\W|caution:|achtung:.{0,20}extern|`,
      "warnung:.{0,30}extern|attention ?:.{0,20}extern|you don't often get email from|",
      'some people who received this message|sie erhalten nicht (oft|hae?ufig) e-mails|',
      'decouvrez pourquoi cela est important|u ontvangt niet vaak|no suele recibir|',
      'non si ricevono spesso).*$',
    ].join(''),
    'i',
  ),
  /^\W*(think before you print|please consider the environment|bitte prue?fen sie.{0,60}ausdruck|pensez a l'environnement|antes de imprimir|prima di stampare|denk aan het milieu).*$/i,
  /^\[(cid|image|logo).{0,100}\]$/i,
];

/** Closing of the letter, followed by the name, title, and company. */
export const closings = new RegExp(
  [
    String.raw`^\W*(best|kind|warm|many|with|kindest|warmest|all|yours|sincerely|cheers|regards|rgds|br|kr|mit|`,
    'viele|beste|liebe|freundliche|herzliche|schoe?ne|mfg|vg|lg|hg|bg|grue?ss?e?n?|cordialement|bien|',
    'sinceres|cdlt|bien cordialement|salutations|meilleures|respectueusement|un|saludos|atentamente|',
    'cordialmente|le saluda|reciba|cordiali|distinti|saluti|un saluto|met|vriendelijke|hartelijke|groet|',
    'groeten|mvg|atenciosamente|cumprimentos|com os melhores|abracos?|melhores|pozdrawiam|z powazaniem|',
    String.raw`serdecznie|lacze|z wyrazami)(\s+(regards|wishes|the best|best|kind|truly|sincerely|faithfully|`,
    'freundlichen|vielen|besten|herzlichen|lieben|freundlichem|grue?ss?e?n?|aus .{2,30}|a vous|',
    'cordialement|vous|salutations|saludo|cordial|saludos|cordiales|saluti|vriendelijke|groet|groeten|',
    'hartelijke|vriendelijk|os melhores|cumprimentos|powazaniem|pozdrowienia|pozdrawiam|',
    String.raw`wyrazami szacunku))*\s*[,.!]?\s*$`,
  ].join(''),
  'i',
);
