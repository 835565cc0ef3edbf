import { plainWords } from '../text/plain-words.ts';

/** The mailbox or its owner, as plain words in the eight languages. */
const mailbox =
  '(?:mailbox|inbox|email address|email account|emailaddress|address|account|postfach|emailadresse|' +
  'mailadresse|email adresse|mail adresse|adresse|konto|boite(?: aux lettres| mail| email)?|adresse ' +
  '(?:email|mail|electronique)|messagerie|compte|buzon|direccion(?: de correo| de email)?|correo|' +
  'cuenta|casella(?: di posta| email)?|indirizzo(?: email| di posta)?|account|postbus|mailadres|' +
  'emailadres|e mailadres|adres(?: email)?|caixa(?: de correio)?|endereco(?: de email)?|conta|' +
  'skrzynka(?: pocztowa| mailowa)?|adres(?: e mail| mailowy)?|konto)';
/** No longer existing: closed, switched off, or abandoned. An unmonitored mailbox still has an owner. */
const gone =
  '(?:(?:no longer|not longer|not|isnt) (?:exists?|in use|used|active|valid|available|in service)|' +
  '(?:does not|doesnt|dont) exist(?: anymore| any more| any longer)?|(?:has been|have been|was|is|now|' +
  'is being) (?:permanently )?(?:closed|deactivated|disabled|discontinued|shut down|decommissioned|' +
  'retired|deleted|switched off)|(?:wird|ist|wurde|existiert) (?:\\S+ ){0,3}(?:nicht mehr(?: (?:genutzt|' +
  'gelesen|abgerufen|bearbeitet|betreut|verwendet|aktiv|gueltig|in gebrauch|in betrieb))|geschlossen|deaktiviert|geloescht|stillgelegt|' +
  'abgeschaltet|aufgeloest|eingestellt)|existiert (?:leider )?nicht mehr|(?:n |ne )?(?:est|sont|' +
  'existe) plus(?: (?:utilisee?|active?|valide|en service))?|(?:a ete|est) (?:definitivement ' +
  ')?(?:fermee?|desactivee?|supprimee?|cloturee?)|ya no (?:\\S+ )?(?:existe|esta|se usa|se utiliza|es ' +
  'valid[ao]|activ[ao]|en uso)|(?:ha sido|fue|esta) (?:cerrad[ao]|desactivad[ao]|eliminad[ao]|dad[ao] ' +
  'de baja)|non (?:e|esiste|viene) piu(?: (?:attiv[ao]|in uso|utilizzat[ao]|valid[ao]))?|(?:e ' +
  'stat[ao]) (?:chius[ao]|disattivat[ao]|eliminat[ao])|(?:is|wordt|bestaat) (?:\\S+ )?niet (?:meer|' +
  'langer)(?: (?:in gebruik|actief|gebruikt|geldig))|(?:is) (?:opgeheven|gesloten|gedeactiveerd|' +
  'afgesloten|verwijderd)|(?:ja )?nao (?:existe|(?:esta|e) (?:mais|em uso|ativ[ao]|utilizad[ao]|' +
  'valid[ao]))|deixou de (?:existir|ser usad[ao]|estar ativ[ao])|(?:foi|esta) (?:encerrad[ao]|' +
  'desativad[ao]|eliminad[ao]|fechad[ao])|(?:juz )?nie (?:istnieje|jest(?: juz)? (?:uzywan[aey]|' +
  'aktywn[aey]))|jest (?:juz )?(?:nieaktywn|nieuzywan|zamkniet)[aey]|(?:zostala?o?) (?:zamkniet[aey]|wylaczon[aey]|dezaktywowan[aey]|usuniet[aey]|' +
  'zlikwidowan[aey]))';
const deceased =
  '(?:passed away|has died|is deceased|verstorben|von uns gegangen|decedee?|nous a quittes pour ' +
  'toujours|fallecid[ao]|fallecio|e decedut[ao]|e mancat[ao]|e venut[ao] a mancare|overleden|faleceu|' +
  'falecid[ao]|zmarla?)';

const patterns = [
  new RegExp(`\\b${mailbox} (?:\\S+ ){0,4}?${gone}(?![a-z0-9])`),
  new RegExp(`\\b${deceased}(?![a-z0-9])`),
];

/** True if an automatic reply says that no one reads the mailbox anymore. Its text may name a successor. */
export function isDeadMailbox(sentences: readonly string[]): boolean {
  return sentences.some((sentence) => patterns.some((pattern) => pattern.test(plainWords(sentence))));
}
