import { fold } from '../../text/plain-words.ts';
import { newestText } from '../text/newest-text.ts';
import { sentencesOf } from '../text/sentences.ts';

/**
 * Requests to erase the writer's data (GDPR Art. 17), by language. In folded text: lower case, ASCII, umlauts spelled
 * out. An opt-out from a list is no such request.
 */
const requests: Record<string, readonly string[]> = {
  en: [
    String.raw`(?:delet|eras|wip|purg|destroy|remov)\w* (?:all |any |every |of )*(?:of )?(?:my|mine)\b(?: own| personal| private)* (?:data|information|details|records?|profile)`,
    String.raw`(?:delet|eras|wip|purg|destroy|remov)\w* (?:all |any )?(?:the |of the )?(?:personal )?(?:data|information)\b.{0,30}\b(?:about|on|concerning|regarding|relating to) me\b`,
    String.raw`(?:delet|eras|wip|purg|remov)\w* (?:all |any )?(?:the |of the )?(?:personal )?(?:everything|anything|whatever|records?)\b.{0,30}\b(?:about|on|concerning|regarding) me\b`,
    String.raw`(?:deletion|erasure|removal) of (?:all )?(?:of )?my (?:own |personal )?(?:data|information|details|records)`,
    String.raw`right (?:to be forgotten|to erasure|of erasure)`,
    String.raw`my (?:personal )?(?:data|information) (?:to be |be |must be |should be |gets? )?(?:deleted|erased|wiped|purged|destroyed)`,
  ],
  de: [
    String.raw`(?:loesch\w*|entfern\w*|vernicht\w*|tilg\w*)\b.{0,40}\bmeine[rnms]? (?:\w+ ){0,2}(?:daten|angaben|informationen|datensatz)`,
    String.raw`meine[rnms]? (?:\w+ ){0,2}(?:daten|angaben|informationen|datensatz)\b.{0,60}\b(?:loesch\w*|entfern\w*|vernicht\w*|tilg\w*|geloescht)`,
    String.raw`(?:daten|alles|informationen)\b.{0,30}\b(?:ueber|zu) (?:mich|mir|meiner person)\b.{0,40}\b(?:loesch\w*|entfern\w*|vernicht\w*)`,
    String.raw`loesch\w*\b.{0,30}\b(?:daten|alles|informationen)\b.{0,30}\b(?:ueber|zu) (?:mich|mir|meiner person)\b`,
    String.raw`recht auf (?:loeschung|vergessenwerden)|loeschung meiner (?:\w+ )?daten`,
  ],
  fr: [
    String.raw`(?:supprim|effac|detrui|elimin)\w*\b.{0,30}\b(?:mes|toutes mes) (?:donnees|informations|coordonnees)`,
    String.raw`(?:suppression|effacement|destruction) de (?:toutes )?mes (?:donnees|informations|coordonnees)`,
    String.raw`(?:donnees|informations) (?:personnelles )?(?:me concernant|qui me concernent|sur moi|a mon sujet)\b`,
    String.raw`droit (?:a l.?oubli|a l.?effacement|d.?effacement)`,
  ],
  es: [
    String.raw`(?:elimin|borr|suprim|destru)\w*\b.{0,30}\b(?:mis|todos mis) (?:datos|informacion)`,
    String.raw`(?:eliminacion|supresion|borrado) de (?:todos )?mis (?:datos|informacion)`,
    String.raw`(?:elimin|borr|suprim)\w*\b.{0,30}\b(?:datos|informacion|todo)\b.{0,20}\bsobre mi\b`,
    String.raw`derecho (?:al olvido|de supresion|a la supresion)`,
  ],
  it: [
    String.raw`(?:cancell|elimin|rimuov|distrugg)\w*\b.{0,30}\b(?:i miei|tutti i miei|miei) (?:dati|informazioni)`,
    String.raw`(?:cancellazione|eliminazione|rimozione) (?:dei|di tutti i) miei (?:dati|informazioni)`,
    String.raw`(?:cancell|elimin)\w*\b.{0,30}\b(?:dati|informazioni|tutto)\b.{0,30}\b(?:su di me|che mi riguardan\w*)`,
    String.raw`diritto all.?(?:oblio|cancellazione)`,
  ],
  nl: [
    String.raw`(?:verwijder\w*|wis\w*|vernietig\w*)\b.{0,20}\bmijn (?:\w+ )?(?:gegevens|data|informatie|persoonsgegevens)`,
    String.raw`mijn (?:\w+ )?(?:gegevens|data|informatie|persoonsgegevens)\b.{0,40}\b(?:te verwijderen|verwijder\w*|wissen|te wissen|gewist|vernietig\w*)`,
    String.raw`(?:verwijder\w*|wis\w*)\b.{0,30}\b(?:gegevens|alles|informatie)\b.{0,20}\bover mij\b`,
    String.raw`recht op (?:vergetelheid|gegevenswissing|verwijdering)|recht om vergeten te worden`,
  ],
  pt: [
    String.raw`(?:elimin|apag|exclu|remov|delet)\w*\b.{0,20}\b(?:os meus|meus|todos os meus) (?:dados|informacoes|registos|registros)`,
    String.raw`(?:eliminacao|exclusao|remocao|apagamento) d(?:os|e todos os|e) meus (?:dados|informacoes)`,
    String.raw`(?:elimin|apag|exclu)\w*\b.{0,30}\b(?:dados|informacoes|tudo)\b.{0,20}\bsobre mim\b`,
    String.raw`direito (?:ao esquecimento|ao apagamento|a exclusao)`,
  ],
  pl: [
    String.raw`(?:usun\w*|usuniec\w*|skasow\w*|skasuj\w*|wykasow\w*|wymaz\w*|wymaz)\b.{0,20}\b(?:moich|moje|mojej) (?:\w+ )?(?:dan\w*|informacj\w*)`,
    String.raw`(?:moich|moje) (?:\w+ )?(?:dan\w*|informacj\w*)\b.{0,30}\b(?:usun\w*|skasow\w*|wymaz\w*)`,
    String.raw`(?:usun\w*|skasow\w*)\b.{0,30}\b(?:dan\w*|wszystk\w*|informacj\w*)\b.{0,20}\bo mnie\b`,
    String.raw`prawo do (?:bycia zapomnianym|usuniecia danych)`,
  ],
};

const request = new RegExp(`\\b(?:${Object.values(requests).flat().join('|')})`, 'u');
const law = /\b(?:art(?:icle|ikel|icolo|iculo|igo|ykul)?\.? ?17)\b.{0,40}\b(?:gdpr|dsgvo|rgpd|avg|rodo|ds-?gvo)\b/u;

/** The writer deletes something, or asks that nothing is deleted. */
const denies =
  /\b(?:(?:do not|dont|don't|never|not|no need to|without|already|i|we) (?:have |had |just |also |will |usually )?(?:delet|eras|wip|purg|remov)\w*|nicht (?:loeschen|zu loeschen)|keine daten)\b/u;

/** True if a reply asks to erase the writer's personal data, in any of the languages. */
export function asksForErasure(reply: { subject: string; text: string; original?: string }): boolean {
  const sentences = [reply.subject, ...sentencesOf(newestText(reply.text, reply.original))].map(fold);
  return sentences.some((sentence) => (request.test(sentence) || law.test(sentence)) && !denies.test(sentence));
}
