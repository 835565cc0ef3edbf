import { fold } from '../../text/plain-words.ts';
import type { Classification, ReplyClass } from '../reply-classes.ts';
import { newestText } from '../text/newest-text.ts';
import { sentencesOf } from '../text/sentences.ts';

/**
 * Words for everyone at the writer's company in an opt-out, by language. In folded text: lower case, ASCII, umlauts
 * spelled out.
 */
const everyone: Record<string, readonly string[]> = {
  en: [
    '(?:our|the|my|this) (?:whole|entire) (?:company|organi[sz]ation|firm|business|team|office|group|domain|department|staff|agency|school|university)',
    '(?:whole|entire) (?:company|organi[sz]ation|firm|domain|staff)',
    '(?:all|any|none|each|every ?one|anyone|any ?body|every ?body) (?:of )?(?:us|our|my|the)? ?(?:people|' +
      'staff|employees?|colleagues?|co-?workers|addresses|email addresses|mailboxes|team members|accounts)',
    '(?:anyone|anybody|everyone|everybody|no ?one|nobody|all|none) (?:else )?(?:(?:of us )?(?:here|at|in|from|within)\\b|of us\\b)',
    '(?:my|our|his|her) (?:colleagues?|co-?workers|staff|employees|team ?mates|people)',
    '(?:this|our) (?:company|firm|business|organi[sz]ation|office|domain)\\b|(?:its|their|the) (?:whole |entire )?(?:staff|employees|people)\\b',
    'all (?:our|of our)\\b|our (?:company|domain|organi[sz]ation|firm)\\b',
  ],
  de: [
    '(?:ganze|gesamte|komplette|vollstaendige)[snrm]? (?:unternehmen|firma|team|organisation|domain|belegschaft|betrieb|haus|buero|abteilung|konzern|verein|hochschule)',
    '(?:alle[nr]?|saemtliche[nr]?|keine[nmr]?|niemande?n?) (?:unsere[nrms]?|meine[nrms]?|der|die|von)? ' +
      '?(?:mitarbeiter\\w*|kolleg\\w*|adressen|mailadressen|e-?mail-?adressen|kontakte|beschaeftigten|' +
      'angestellten|postfaecher\\w*)',
    '(?:niemand\\w*|keine[nmr]?|alle[nr]?) (?:hier|bei uns|von uns|mehr bei uns|mehr hier|aus unsere[mr]|in unsere[mr]|unseres)',
    '(?:meine[nr]?|unsere[nr]?) (?:kolleg\\w*|mitarbeiter\\w*|belegschaft|firma|domain|organisation)|uns alle|unser(?:em|es)? (?:unternehmen|betrieb|team)',
  ],
  fr: [
    "tou(?:te|t|tes|s) (?:notre|l'|la|le|nos|les|mes)? ?(?:entreprise|societe|equipe|organisation|personnel|collegues|collaborateurs|salaries|employes|adresses|domaine|contacts)",
    "(?:l'ensemble|la totalite) (?:de|du|des) (?:notre|nos|mes|l')?",
    "(?:personne|aucun\\w*) (?:d'autre )?(?:ici|chez nous|dans notre|de notre|de nos|de mes)",
    '(?:mes|nos) (?:collegues|collaborateurs|employes|salaries|adresses)|notre (?:domaine|entreprise|societe|organisation)',
  ],
  es: [
    'tod[oa]s? (?:nuestr[oa]s?|la|el|los|las|mis)? ?(?:empresa|compania|equipo|organizacion|personal|empleados|companeros|colegas|direcciones|dominio|correos|contactos)',
    '(?:nadie|ningun\\w*) (?:mas )?(?:aqui|de nuestr|en nuestr|de mis|de la empresa)',
    '(?:mis|nuestros|nuestras) (?:companer[oa]s|colegas|emplead[oa]s|direcciones)|nuestr[oa] (?:dominio|empresa|compania|organizacion)',
  ],
  it: [
    "tutt[aoie] (?:la|il|l'|i|le|gli)? ?(?:nostr[aoie]|miei|mie)? ?(?:azienda|societa|team|organizzazione|personale|dipendenti|colleghi|indirizzi|dominio|ditta|ufficio)",
    "(?:intera|l'intera|intero) (?:azienda|societa|organizzazione|team|dominio|ditta)",
    '(?:nessuno|nessun\\w*) (?:altro )?(?:qui|da noi|della nostra|dei miei|nella nostra|dei nostri)',
    '(?:miei|nostri) (?:colleghi|dipendenti|indirizzi)|nostr[ao] (?:dominio|azienda|societa|ditta)',
  ],
  nl: [
    '(?:hele|gehele|volledige|complete) (?:bedrijf|organisatie|firma|team|domein|kantoor|afdeling|onderneming)',
    "(?:al|alle|geen|niemand) (?:van )?(?:onze|mijn|de|ons)? ?(?:collega'?s?|medewerkers|werknemers|adressen|e-?mailadressen|mensen)",
    '(?:niemand|iedereen|allemaal) (?:meer )?(?:hier|bij ons|van ons|binnen ons|binnen onze)',
    "(?:mijn|onze) (?:collega'?s?|medewerkers)|ons (?:bedrijf|domein)|onze (?:organisatie|firma)",
  ],
  pt: [
    'tod[oa]s? (?:[oa]s?)? ?(?:noss[oa]s?|meus|minhas)? ?(?:empresa|companhia|equipe|equipa|organizacao|funcionarios|colaboradores|colegas|enderecos|dominio|emails)',
    '(?:ninguem|nenhum\\w*) (?:mais )?(?:aqui|da nossa|na nossa|dos meus|dos nossos|de nos)',
    '(?:meus|nossos|minhas|nossas) (?:colegas|funcionarios|colaboradores|enderecos)|noss[oa] (?:dominio|empresa|organizacao)',
  ],
  pl: [
    'cal(?:a|ej|ego|y) (?:nasz\\w*)? ?(?:firm\\w*|organizacj\\w*|zespol\\w*|spolk\\w*|domen\\w*|przedsiebiorstw\\w*)',
    '(?:wszystk\\w+|wszys[ct]\\w+|zadn\\w+|nikt|nikogo|nikomu) (?:z )?(?:nasz\\w*|moi\\w*|tu|tutaj|u nas)',
    '(?:moi\\w*|nasz\\w*) (?:koleg\\w*|kolezan\\w*|pracownik\\w*|wspolpracownik\\w*|adres\\w*|firm\\w*|domen\\w*|organizacj\\w*)',
  ],
};

const anyone = new RegExp(`\\b(?:${Object.values(everyone).flat().join('|')})`, 'u');

/** Reply classes that can speak for a company. */
export const refusals: readonly ReplyClass[] = ['unsubscribe', 'complaint', 'not_interested'];

/** Words that decline something, in any of the languages. A signature that names the company does not count. */
const refuses = new RegExp(
  [
    String.raw`\b(?:remove|take|delete|unsubscribe|stop|cease|no more|not|never|dont|don't|off|opt ?-?out|block|`,
    String.raw`exclude|leave|nobody|no ?one|none|streich\w*|entfern\w*|loesch\w*|nicht|nie|kein\w*|niemand\w*|`,
    String.raw`abmeld\w*|hoer\w*|auf|austrag\w*|aufhoeren|nehmen|lassen|retir\w*|supprim\w*|enlev\w*|ne|plus|`,
    String.raw`aucun\w*|personne|desinscri\w*|arret\w*|cess\w*|elimin\w*|quit\w*|borr\w*|no|dej\w*|nadie|baja|`,
    String.raw`rimuov\w*|cancell\w*|togli\w*|non|smett\w*|nessun\w*|verwijder\w*|niet|geen|stop\w*|uitschrijv\w*|`,
    String.raw`haal|schrap\w*|remov\w*|retir\w*|nao|parem?|ninguem|usun\w*|wykresl\w*|nie|przesta\w*|wypis\w*|`,
    String.raw`skresl\w*|zaprzesta\w*)\b`,
  ].join(''),
  'u',
);

/** True if the sentence refers to the domain as such: "@acme.example", "anyone at acme.example". */
function namesDomain(sentence: string, domain: string): boolean {
  if (domain === '') return false;
  const at = sentence.indexOf(domain);
  // "www.acme.example" and "anna@acme.example" name a site and a person.
  return at >= 0 && /(?:^|[\s*("'])@?$/u.test(sentence.slice(0, at));
}

/** True if a reply opts out or declines for everyone at the writer's company, not only for the writer. */
export function asksForCompany(
  reply: { subject: string; text: string; original?: string; fromAddress: string },
  { class: replyClass, wish }: Pick<Classification, 'class' | 'wish'>,
): boolean {
  if (wish === 'none' && !refusals.includes(replyClass)) return false;
  const domain = reply.fromAddress.slice(reply.fromAddress.lastIndexOf('@') + 1).toLowerCase();
  const sentences = [reply.subject, ...sentencesOf(newestText(reply.text, reply.original))].map(fold);
  return sentences.some((sentence, index) => {
    const isMeant = anyone.test(sentence) || namesDomain(sentence, domain);
    // "Not for me. Everyone here uses another product" is not an opt-out for everyone.
    const before = wish === 'none' ? '' : (sentences[index - 1] ?? '');
    return isMeant && refuses.test(`${before} ${sentence}`);
  });
}
