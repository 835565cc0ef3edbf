/** Lines after which somebody else speaks: the quoted original, in whatever client and language. Matched on one or two joined lines. */
export const attributions: RegExp[] = [
  /^\W*on(?!\p{L}).{6,250}(?<!\p{L})(wrote|writes|said)\s*:?\W*$/iu,
  /^\W*am(?!\p{L}).{6,250}(?<!\p{L})(schrieb|geschrieben|schreibt)(?!\p{L}).{0,120}:?\W*$/iu,
  /^\W*(le|el|il|em|op|w dniu|dnia|em|den|a|al|den)(?!\p{L}).{6,250}(?<!\p{L})(a écrit|a ecrit|escribió|escribio|escribiste|ha scritto|escreveu|schreef|pisze|napisała?(\(a\))?|napisal(\(a\))?|het volgende geschreven|geschreven)(?!\p{L}).{0,120}:?\W*$/iu,
  /^.{2,200}(<[^<>\s]+@[^<>\s]+>|\[mailto:[^\]]+\]|\S+@\S+).{0,80}(?<!\p{L})(wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisała?(\(a\))?|pisze)(?!\p{L}).{0,40}:?\W*$/iu,
  /^\W*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}.{0,200}<[^<>\s]+@[^<>\s]+>\s*:\W*$/,
  /^\W*(op|le|il|el|em)\s.{4,200}\d{4}.{0,150}(schreef|écrit|scritto|escribió|escreveu)\s*:?\W*$/iu,
  /^-{2,}\s*(original message|original appointment|forwarded message|forwarded by|ursprüngliche (nachricht|e-mail|mail)|originalnachricht|original-nachricht|weitergeleitete nachricht|message (d['’]origine|original|initial|transféré)|mensaje (original|reenviado)|messaggio (originale|inoltrato)|oorspronkelijk bericht|oorspronkelijke bericht|doorgestuurd bericht|mensagem (original|encaminhada)|wiadomość (oryginalna|przekazana|źródłowa)|oryginalna wiadomość|original-?mail|ursprungligt)(?!\p{L}).*$/iu,
  /^(begin forwarded message|anfang der weitergeleiteten (nachricht|e-mail)|début du message (réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht|início da mensagem reencaminhada|ursprüngliche nachricht)\s*:?\s*$/iu,
  /^\W*wiadomość napisana przez .{3,200}:\W*$/iu,
  /^_{8,}\s*$/,
];

const fromWords = 'gesendet|from|von|de|da|van|od|expéditeur|remitente|mittente|afzender|remetente|nadawca|absender';
const otherWords =
  'von|sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|envoye|date|à|a|objet|enviado|enviada|fecha|para|asunto|assunto|inviato|data|oggetto|verzonden|aan|onderwerp|wysłano|wyslano|do|temat|dw|reply-to|enviado el|enviada em|enviado em|kopie|copie';

/** The first line of Outlook's block, and the lines that follow it. */
export const headerBlockFrom = new RegExp(`^\\W{0,4}\\*?(${fromWords})\\s*:\\*?\\s*\\S`, 'i');
export const headerBlockOther = new RegExp(`^\\W{0,4}\\*?(${otherWords})\\s*:\\*?\\s*\\S`, 'i');

/** Lines of the client or of the organisation that are nobody's words. */
export const noise: RegExp[] = [
  /^\W*(sent from|get outlook|sent via|sent with|von meinem .{0,40}gesendet|gesendet (von|mit|über)|diese nachricht wurde von meinem|envoyé (de|depuis|à partir)|télécharger outlook|enviado desde|enviado (do|a partir|de) meu|obtener outlook|obter o outlook|inviato da|scarica outlook|verzonden vanaf|verstuurd vanaf|download outlook|wysłano z|wysłane z|pobierz (aplikację )?outlook|outlook voor|outlook für|holen sie sich outlook)\b.*$/i,
  /^\W*(\[?(external|extern|externe|externo|esterno|zewnętrzny)\]?\W|caution:|achtung:.{0,20}extern|warnung:.{0,30}extern|attention ?:.{0,20}extern|you don't often get email from|some people who received this message|sie erhalten nicht (oft|häufig) e-mails|découvrez pourquoi cela est important|u ontvangt niet vaak|no suele recibir|non si ricevono spesso).*$/i,
  /^\W*(think before you print|please consider the environment|bitte prüfen sie.{0,60}ausdruck|pensez à l['’]environnement|antes de imprimir|prima di stampare|denk aan het milieu).*$/i,
  /^\[(cid|image|logo).{0,100}\]$/i,
];

/** From such a line on, a disclaimer or the footer of a newsletter stands. */
export const footers: RegExp[] = [
  /\b(this|the) (e-?mail|message|communication|transmission)\b.{0,80}\b(confidential|privileged|intended (only|solely|for))/i,
  /\b(confidentiality notice|legal disclaimer|disclaimer\s*:|legal notice)\b/i,
  /\bdiese (e-?mail|nachricht)\b.{0,80}\b(vertraulich|ausschließlich|rechtlich geschützt)/i,
  /\b(informationen in dieser|inhalt dieser) (e-?mail|nachricht)\b/i,
  /\b(ce|cet|le présent) (message|e-?mail|courriel)\b.{0,100}\b(confidentiel|destinataire|établi à l)/i,
  /\b(este|el presente) (mensaje|correo|e-?mail)\b.{0,120}\b(confidencial|destinatario|privilegiad)/i,
  /\b(esta mensagem|este e-?mail|a presente mensagem)\b.{0,120}\b(confidencia|destinatário)/i,
  /\b(questo messaggio|questa e-?mail|il presente messaggio|le informazioni contenute)\b.{0,120}\b(riservat|confidenzial|destinatari)/i,
  /\b(dit bericht|deze e-?mail|de informatie)\b.{0,120}\b(vertrouwelijk|uitsluitend|geadresseerde)/i,
  /\b(ta wiadomość|niniejsza wiadomość|wiadomość ta|treść tej wiadomości)\b.{0,120}\b(poufn|przeznaczon|adresat)/i,
  /\b(you are receiving|you('re| are) subscribed|you received this (e-?mail|message|newsletter)|this (e-?mail|newsletter) was sent to)\b/i,
  /\b(sie erhalten diese|diesen newsletter erhalten|vous recevez cet? (e-?mail|message|newsletter)|recibe este (correo|boletín|mensaje)|ricevi questa|u ontvangt deze|recebeu este|otrzymujesz t[eę])\b/i,
  /\b(to unsubscribe|unsubscribe here|click here to (unsubscribe|opt)|manage (your )?(subscription|preferences)|update your preferences|view (this|in) (e-?mail )?(in )?(your )?browser|unsubscribe from (this|our) (list|newsletter)|um sich abzumelden|newsletter abmelden|zum abmelden|hier abmelden|pour vous désinscrire|pour vous désabonner|se désinscrire|para darse de baja|darse de baja aquí|per cancellarti|per disiscriverti|annulla iscrizione|om u af te melden|afmelden voor|uitschrijven\s*\||para cancelar a (sua )?(subscrição|inscrição)|aby (się )?wypisać|wypisz się (z|tutaj))/i,
  /\bunsubscribe\s*[|·•]|[|·•]\s*unsubscribe\b/i,
];

/** The end of the letter; after it come name, title and company. */
export const closings =
  /^\W*(best|kind|warm|many|with|kindest|warmest|all|yours|sincerely|cheers|regards|rgds|br|kr|mit|viele|beste|liebe|freundliche|herzliche|schöne|mfg|vg|lg|hg|bg|gruß|grüße|gruss|cordialement|bien|sincères|cdlt|bien cordialement|salutations|meilleures|respectueusement|un|saludos|atentamente|cordialmente|le saluda|reciba|cordiali|distinti|saluti|un saluto|met|vriendelijke|hartelijke|groet|groeten|mvg|atenciosamente|cumprimentos|com os melhores|abraço|abraços|melhores|pozdrawiam|z poważaniem|serdecznie|łączę|z wyrazami)(\s+(regards|wishes|the best|best|kind|truly|sincerely|faithfully|freundlichen|vielen|besten|herzlichen|lieben|freundlichem|gruß|grüße|grüßen|gruss|grüsse|grüssen|grusse|aus .{2,30}|à vous|cordialement|vous|salutations|saludo|cordial|saludos|cordiales|saluti|vriendelijke|groet|groeten|hartelijke|vriendelijk|os melhores|cumprimentos|poważaniem|pozdrowienia|pozdrawiam|wyrazami szacunku))*\s*[,.!]?\s*$/i;
