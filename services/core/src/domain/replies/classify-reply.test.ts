import { describe, expect, test } from 'vitest';
import { readReply } from './classify-reply.ts';
import { returnDateOf } from './dates/return-date.ts';
import { needsAction, sequenceEffectOf } from './reply-classes.ts';
import { newestText } from './text/newest-text.ts';
import { sentencesMax, sentencesOf } from './text/sentences.ts';

const now = new Date('2026-11-23T09:00:00Z');
function read(text: string, subject = 'Re: Hello', headers = {}) {
  return readReply({ headers, subject, text }, now);
}

describe('an opt-out request', () => {
  test.each([
    'STOP',
    'Stop.',
    'Please remove me from your list.',
    'Bitte keine weiteren Mails.',
    'Désabonnez-moi',
    'Baja',
    'plese stpo sending me this',
    'Wir möchten von Ihnen weder per Mail noch telefonisch kontaktiert werden.',
    'Veuillez supprimer toutes les données me concernant.',
    'Mi oppongo a ogni contatto commerciale.',
    'Mam nadzieję, że to ostatnia wiadomość od Państwa.',
  ])('is clear in "%s"', (text) => {
    expect(read(text)).toMatchObject({ class: 'unsubscribe', wish: 'clear' });
  });

  test('counts in a subject without text', () => {
    expect(read('', 'Unsubscribe')).toMatchObject({ class: 'unsubscribe', wish: 'clear' });
  });

  test.each([
    'I told others to stop e-mailing.',
    'Does your product do opt-out management?',
    'Our lawyer is free on Friday.',
    "I'm interested. Not like the others who I told to stop emailing!",
    'Please do not remove me from the list, I like it.',
    'Dafür bin ich nicht mehr zuständig, schreiben Sie bitte an Frau Kessler, kessler@people.test.',
    'Ich habe noch nichts von Ihnen erhalten, wo bleibt das Angebot?',
    'No me escriba esta semana que estamos de cierre.',
    'Me he dado de baja de vuestro competidor porque es carísimo.',
    'Lassen Sie mich das in Ruhe mit dem Team ansehen.',
    'Werden unsere Daten nach Vertragsende automatisch gelöscht?',
    'Non scriva, mi chiami pure giovedì alle 15.',
    'Please remove Tom from cc and talk to me directly.',
    'Proszę usunąć Tomka z DW i pisać bezpośrednio do mnie.',
    'Ik heb de bijlage niet ontvangen, kun je die nog eens sturen?',
    'Non vogliamo più carta in magazzino: mi interessa.',
    'Un salarié qui refuse peut-il être retiré des exercices ?',
  ])('is not clear in "%s"', (text) => {
    const { class: found, wish } = read(text);
    expect(['unsubscribe', 'complaint']).not.toContain(found);
    expect(wish).not.toBe('clear');
  });

  test('is not detected in text quoted below a German or French header', () => {
    const german =
      'Klingt gut!\n\nVon: Ada <a@a.example>\nGesendet: Montag\nAn: b@b.example\nBetreff: x\n\nAbmelden: hier';
    const french =
      'Pourquoi pas.\n\nDe : Ada <a@a.example>\nEnvoyé : lundi\nÀ : b@b.example\nObjet : x\n\nSe désinscrire';
    expect(read(german).class).toBe('interested');
    expect(read(french).class).toBe('interested');
  });

  test('stops the sequence and needs a person if it is doubtful or only a model detects it', () => {
    expect(sequenceEffectOf({ class: 'question', wish: 'doubtful' })).toBe('stop');
    expect(needsAction({ class: 'auto_reply', wish: 'doubtful' })).toBe(true);
    expect(sequenceEffectOf({ class: 'unsubscribe', classifiedBy: 'model' })).toBe('stop');
    expect(needsAction({ class: 'unsubscribe', classifiedBy: 'model' })).toBe(true);
    expect(sequenceEffectOf({ class: 'unsubscribe', classifiedBy: 'rule', wish: 'clear' })).toBe('unsubscribe');
  });
});

describe('an opt-out request with other words', () => {
  test.each([
    ['prosze usunac moj adres i dac mi swiety spokoj, pozdro\n\nWyslane z telefonu', 'clear'],
    ['Me borre de su lista, gracias\n\nEnviado desde mi movil', 'clear'],
    ['Mr Okafor has asked me to have his name struck from whichever database it was drawn from.', 'clear'],
    ['Nu mag je me echt van je lijstje strepen.', 'clear'],
    ["I'd be obliged if this were the last I heard from you.", 'clear'],
    ['Verschonen Sie mich bitte mit den nächsten drei Erinnerungen.', 'clear'],
    ['Olvídese de mí, por favor.', 'clear'],
    ['Wir bitten Sie, künftig davon abzusehen.', 'clear'],
    ["Faites comme si je n'existais pas.", 'clear'],
    ['Jamais deux sans trois, mais restons-en là.', 'clear'],
  ])('"%s" is %s', (text, wish) => {
    expect(read(text)).toMatchObject({ class: 'unsubscribe', wish });
  });

  test.each([
    'jajajaja qué cara puso el perro',
    'What happens when a prospect answers "stop emailing me" to one of us?',
    "Don't forget about us in January!",
    'Drop me a line then.',
    'Non dimentichi di mandarci il listino.',
    'Nicht mein Thema.\n\nDiese Nachricht ist vertraulich. Wenn Sie sie irrtümlich erhalten haben, löschen Sie sie bitte.',
    'Optamos por manter o que já temos.\n\nAviso: esta mensagem pode conter informação sigilosa. Se a recebeu por engano, apague-a.',
    'Nie skorzystamy.\n\nInformacja: wiadomość przeznaczona wyłącznie dla adresata. Jeżeli trafiła do Państwa omyłkowo, prosimy ją usunąć.',
  ])('"%s" is not an opt-out request', (text) => {
    expect(read(text).wish).not.toBe('clear');
    expect(['unsubscribe', 'complaint']).not.toContain(read(text).class);
  });
});

describe('an opt-out request in words that no rule anticipates', () => {
  const unforeseen = 'Time to get off this carousel.';

  test('stops the sequence and asks a person before suppressing anyone', () => {
    const reading = read(unforeseen);
    expect(reading).toMatchObject({ class: 'unsubscribe', wish: 'doubtful' });
    const decision = { ...reading, classifiedBy: 'rule' } as const;
    expect(sequenceEffectOf(decision)).toBe('stop');
    expect(needsAction(decision)).toBe(true);
    expect(sequenceEffectOf({ class: 'unsubscribe', classifiedBy: 'user', wish: 'none' })).toBe('unsubscribe');
  });

  test('is one of two guesses if it is not likely enough', () => {
    const reading = read('I think this is where we part ways.');
    expect(reading).toMatchObject({ class: 'unclassified', wish: 'doubtful' });
    expect(reading.guesses).toMatchObject([{ class: 'unsubscribe' }, {}]);
    expect(reading.guesses[0]!.confidence).toBeGreaterThan(reading.guesses[1]!.confidence);
    expect(needsAction({ ...reading, classifiedBy: 'rule' })).toBe(true);
  });

  test.each(['Please call me.', 'Bitte rufen Sie mich an.', 'Proszę do mnie zadzwonić.'])(
    'is not suspected in "%s"',
    (text) => expect(read(text)).toMatchObject({ class: 'meeting_request', wish: 'none', guesses: [] }),
  );

  test.each([
    ["Passez donc faire un stop à l'atelier jeudi vers 14h, on en discute.", 'Re: Passage'],
    ['Was passiert mit unseren Daten, wenn wir kündigen? Werden die gelöscht oder behalten Sie die?', 'Re: CRM'],
    ['Não me escreva a mim sobre isto, fale com a Dra. Teresa Mota: teresa.mota@vidrarte.test', 'Re: Proposta'],
  ])('suppresses no one if the remaining words contradict it: "%s"', (text, subject) => {
    expect(read(text, subject).wish).not.toBe('clear');
  });

  test('is not detected in an absence notice or a question about the product', () => {
    expect(read('I am out of office until 2 December. Please send nothing urgent to this address.').class).toBe(
      'out_of_office',
    );
    expect(read('Does your tool remove people from our lists when they ask you to stop?').class).toBe('question');
  });
});

describe('the newest text', () => {
  test('is limited to a number of sentences', () => {
    expect(sentencesOf('I am. '.repeat(20_000))).toHaveLength(sentencesMax);
    const long = 'I am. '.repeat(20_000);
    expect(read(`Please remove me from your list. ${long}`).wish).toBe('clear');
    expect(read(`${long} Please remove me from your list.`).wish, 'at the end').toBe('clear');
    expect(read(`${'we talked and then '.repeat(60)}\n\nplease remove me from your list`).wish).toBe('clear');
    expect(read(`${'we talked and then '.repeat(60)}please remove me from your list`).wish, 'run on').not.toBe('none');
  });

  test('is found below a long original', () => {
    const quoted = '> We help teams like yours book more meetings.\n'.repeat(1_000);
    expect(newestText(`On Mon, Nov 23, 2026 Ada <a@a.example> wrote:\n${quoted}\nPlease unsubscribe me.`)).toBe(
      'Please unsubscribe me.',
    );
  });

  test('is read quickly, however hostile it is', () => {
    for (const part of [
      'please remove ',
      'bis zum 1. ',
      'a@a.test, ',
      'Ask A ',
      '1/1 ',
      'nicht ',
      '> \n',
      'wenden sie sich bitte ',
    ]) {
      expect(sentencesOf(newestText(part.repeat(20_000))).length).toBeLessThanOrEqual(sentencesMax);
      read(part.repeat(20_000));
    }
  });

  test('is the text between the quoted lines', () => {
    const text = 'Hi,\n\nOn Mon, Nov 23, 2026 Ada <a@a.example> wrote:\n> Are you interested?\nYes.\n> Regards\n\nBob';
    expect(newestText(text)).toBe('Hi,\n\nYes.\n\nBob');
  });

  test('omits lines of the original that a client did not mark', () => {
    const original = 'We help teams like yours book more meetings.\nReply STOP to end this.';
    expect(newestText(`No thanks\n\n${original}`, original)).toBe('No thanks\n\nReply STOP to end this.');
  });
});

describe('the combination of rules and learned words', () => {
  test.each([
    ['Thanks, but we have just signed with somebody else.', 'not_interested'],
    ['Dank voor je bericht, maar we hebben net een contract met een andere partij getekend.', 'not_interested'],
    ['No es para nosotros, gracias.', 'not_interested'],
    ['O que acontece com os nossos dados se cancelarmos?', 'question'],
    ['Not bad for a cold email! Tell me more.', 'interested'],
    ['Wie gehen Sie damit um, wenn Bewerber ihre Daten löschen lassen wollen?', 'question'],
    ['Hallo Herr Vogt, ich möchte nicht mehr von Ihnen angeschrieben werden, auch nicht telefonisch.', 'unsubscribe'],
    ["J'ai déjà cliqué trois fois sur le lien de désabonnement.", 'unsubscribe'],
    ['I no longer do this. Please ask Maria Weber.', 'referral'],
    ['Das mache ich nicht mehr. Bitte fragen Sie Maria Weber.', 'referral'],
    ['Ya no llevo este tema. Pregunta a María Soler.', 'referral'],
    ['Roughly what would this set us back for three sites?', 'question'],
    ['ben vandaag vrij, morgen weer', 'out_of_office'],
    ['It has been received under reference NW-33812.', 'auto_reply'],
    ['Guten Tag, vom 21.12.2026 bis 08.01.2027 bin ich im Urlaub. Ab 11.01.2027 bin ich wieder da.', 'out_of_office'],
  ])('"%s" is %s', (text, expected) => {
    expect(read(text).class).toBe(expected);
  });

  test('treats mail forwarded to a colleague as a referral, unless it declines', () => {
    expect(read('Kim, is dit iets voor jou?', 'FW: Hello').class).toBe('referral');
    expect(read('Not interested, thanks.', 'Fwd: Hello').class).toBe('not_interested');
  });

  test('learned words alone never let the sequence continue', () => {
    for (const text of ['Vorgang 4711 Dank Anfrage', 'protocolo solicitação registrada', 'mailbox address user']) {
      expect(['auto_reply', 'bounce']).not.toContain(read(text).class);
    }
  });
});

describe('automatic mail and dates', () => {
  test('recognizes automatic mail by its headers (RFC 3834) and subject', () => {
    const headers = { 'auto-submitted': 'auto-replied' };
    expect(read('Thank you for your message. We will answer soon.', 'Ticket 17', headers).class).toBe('auto_reply');
    expect(read('I am on vacation.', 'Automatic reply: Hello').class).toBe('out_of_office');
    expect(read('I am interested', 'Hello', { 'auto-submitted': 'no' }).class).toBe('interested');
    expect(read('Bob has left the company.', 'Hi', headers).class).toBe('left_company');
  });

  test.each([
    ['I am out of office until 2 December 2026.', '2026-12-02'],
    ['Ab dem 5. Januar bin ich wieder da.', '2027-01-05'],
    ['Absent du 23 novembre au 4 décembre, de retour le 7 décembre.', '2026-12-07'],
    ['Wracam w poniedziałek.', '2026-11-30'],
    ['Estarei ausente até 9/12.', '2026-12-09'],
    ['In ferie per due settimane.', '2026-12-07'],
    ["En arrêt jusqu'au 2 décembre, reprise le 3.", '2026-12-03'],
    ['Fermé du 24 décembre au 3 janvier inclus. Réouverture le 4 janvier 2027.', '2027-01-04'],
    ['Away until 30 November, back on the 1st.', '2026-12-01'],
    ['Bin ab dem Vierzehnten wieder im Büro, Frau Sommer vertritt mich bis zum 11.12.', '2026-12-14'],
    ['Mein Büro ist in KW 49 und 50 nicht besetzt.', '2026-12-14'],
    ['Ik ben weer terug in week 50.', '2026-12-07'],
    ['Travelling until Weds next week.', '2026-12-02'],
    ['Absente cette semaine et la suivante, de retour le lundi 7.', '2026-12-07'],
    ['Out until Thursday, 12/03/2026. Call the office if urgent.', '2026-12-03'],
    ['Estaré ausente dos semanas. Para urgencias, Luis Gil (hasta el 1/12).', '2026-12-07'],
    ['Dal 30.11 al 4.12 sono fuori, torno lun. 7.', '2026-12-07'],
    ['Wracam drugiego grudnia.', '2026-12-02'],
    ['Fora do escritório até meados de dezembro.', '2026-12-15'],
    ["I'm in Lanzarote, back a week today.", '2026-11-30'],
    ['OOO. On leave till 12/4, limited access to email.', '2026-12-04'],
    ['Bin auf einem Kongress, nächsten Dienstag schau ich es mir an.', '2026-12-01'],
    ['Je ne travaille pas le lundi. Votre courriel sera traité demain.', '2026-11-24'],
    ['Przerwa technologiczna do 6 grudnia. Wznawiamy pracę 7 grudnia.', '2026-12-07'],
    ['Bin bis 4.12. nicht erreichbar. Ab Montag bin ich wieder da.', '2026-12-07'],
  ])('finds the return date in "%s"', (text, day) => {
    expect(returnDateOf(text, now)?.toISOString().slice(0, 10)).toBe(day);
  });

  test('rejects implausible return dates', () => {
    expect(returnDateOf('I am away until 1 January 2031.', now)).toBeNull();
    expect(returnDateOf('I am away.', now)).toBeNull();
    expect(returnDateOf('On leave. Mrs Price is available Monday to Thursday.', now)).toBeNull();
  });
});
