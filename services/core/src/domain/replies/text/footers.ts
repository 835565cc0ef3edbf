/** Disclaimers of each language in folded text: the message is confidential, or meant only for its addressee. */
const disclaimers: RegExp[] = [
  /\b(this|the) (e-?mail|message|communication|transmission)\b.{0,80}\b(confidential|privileged|intended (only|solely|for))/,
  /\b(confidentiality notice|legal disclaimer|disclaimer\s*:|legal notice)\b/,
  /\b(may|might) contain\b.{0,40}\b(confidential|privileged)/,
  /\bif you (are not the (intended|named)|(have )?received? (this|it)\b.{0,40}\b(in error|by mistake))/,
  /\b(diese|vorliegende) (e-?mail|nachricht)\b.{0,80}\b(vertraulich|ausschliess?lich|rechtlich geschue?tzt)/,
  /\b(informationen in dieser|inhalt dieser) (e-?mail|nachricht)\b|\b(rechtlicher hinweis|vertraulichkeitshinweis|haftungsausschluss)\b/,
  /\bkann vertrauliche\b|\b(wenn|falls|sollten) sie (nicht der (richtige|bestimmungs|vorgesehene|adressat|empfae?nger)|diese\b.{0,40}\b(irrtue?mlich|versehentlich|fae?lschlich))/,
  /\b(ce|cet|le present) (message|e-?mail|courriel)\b.{0,100}\b(confidentiel|destinataire|etabli a l)/,
  /\b(avis|clause|note) de confidentialite\b|\bsi vous (avez recu|recevez|n'etes pas)\b.{0,60}\b(erreur|destinataire)/,
  /\b(este|el presente) (mensaje|correo|e-?mail)\b.{0,120}\b(confidencial|destinatario|privilegiad)/,
  /\b(aviso legal|aviso de confidencialidad|clausula de confidencialidad)\b|\bsi (usted )?(no es|ha recibido|lo ha recibido|recibe|recibio)\b.{0,60}\b(error|destinatario)/,
  /\b(esta mensagem|este e-?mail|a presente mensagem)\b.{0,120}\b(confidencia|destinatario|sigilos|privilegiad)/,
  /\b(aviso de (confidencialidade|privacidade))\b|\b(se|caso) (recebeu|nao (e|for|seja)|a tenha recebido|tenha recebido|voce (recebeu|nao))\b.{0,60}\b(engano|erro|lapso|destinatari)/,
  /\b(questo messaggio|questa e-?mail|il presente messaggio|la presente (e-?mail|comunicazione)|le informazioni contenute)\b.{0,120}\b(riservat|confidenzial|destinatari)/,
  /\bavviso di riservatezza\b|\b(se|qualora) (avete|ha|hai|abbiate|aveste|lei|non)\b.{0,60}\b(per errore|destinatari)/,
  /\b(dit bericht|deze e-?mail|de informatie)\b.{0,120}\b(vertrouwelijk|uitsluitend|geadresseerde)/,
  /\b(indien|als|mocht) u (dit|deze|niet de)\b.{0,60}\b(onterecht|abuis|ten onrechte|abusievelijk|geadresseerde|niet voor u)/,
  /\b(ta|niniejsza|ponizsza|tej) wiadomosc\w*\b.{0,120}\b(poufn|przeznaczon|adresat)|\bwiadomosc ta\b.{0,120}\b(poufn|przeznaczon|adresat)/,
  /\bwiadomosc\w*\b.{0,80}\b(poufn|przeznaczon\w* (jest )?(wylacznie|tylko|jedynie))|\bklauzul\w+ (poufnosci|informacyjn)/,
  /\b(jezeli|jesli)\b.{0,60}\b(omylkowo|przez pomylke|nie sa panstwo|nie jest pan\w*|nie jestes)\b.{0,60}\b(adresat|usun|poinform|nadawc|skasow)/,
  new RegExp(
    [
      String.raw`\b(aviso|nota|informacja|hinweis|let op|attenzione|avviso|notice|disclaimer)\s*:.{0,80}\b(confiden|`,
      'privileg|sigilos|reservad|riservat|poufn|wylacznie|vertraulich|vertrouwelijk|ausschliess?lich|',
      'uitsluitend|exclusiv)',
    ].join(''),
    '',
  ),
];

/** Newsletter footers. */
const newsletters: RegExp[] = [
  /\b(you are receiving|you('re| are) subscribed|you received this (e-?mail|message|newsletter)|this (e-?mail|newsletter) was sent to)\b/,
  /\b(sie erhalten diese|diesen newsletter erhalten|vous recevez cet? (e-?mail|message|newsletter)|recibe este (correo|boletin|mensaje)|ricevi questa|u ontvangt deze|recebeu este|otrzymujesz te)\b/,
  new RegExp(
    [
      String.raw`\b(to unsubscribe|unsubscribe here|click here to (unsubscribe|opt)|manage (your )?(subscription|`,
      'preferences)|update your preferences|view (this|in) (e-?mail )?(in )?(your )?browser|',
      'unsubscribe from (this|our) (list|newsletter)|um sich abzumelden|newsletter abmelden|zum abmelden|',
      'hier abmelden|pour vous desinscrire|pour vous desabonner|se desinscrire|para darse de baja|',
      'darse de baja aqui|per cancellarti|per disiscriverti|annulla iscrizione|om u af te melden|',
      String.raw`afmelden voor|uitschrijven\s*\||para cancelar a (sua )?(subscricao|inscricao)|aby (sie )?wypisac|`,
      'wypisz sie (z|tutaj))',
    ].join(''),
    '',
  ),
  /\bunsubscribe\s*[|·•]|[|·•]\s*unsubscribe\b/,
];

/** Lines that start a disclaimer or newsletter footer. */
export const footers = [...disclaimers, ...newsletters];
