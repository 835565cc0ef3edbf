import { expect, test } from 'vitest';
import { newestText } from './newest-text.ts';

/** Headers that programs in these languages write above a quoted message whose lines are not marked. */
test.each([
  ['Gmail en', 'On Mon, Nov 23, 2026 at 8:12 AM Tom Reed <tom@acme.test> wrote:'],
  ['Gmail de', 'Am Mo., 23. Nov. 2026 um 08:12 Uhr schrieb Tom Reed <tom@acme.test>:'],
  ['Gmail fr', 'Le lun. 23 nov. 2026 à 08:12, Tom Reed <tom@acme.test> a écrit :'],
  ['Gmail es', 'El lun, 23 nov 2026 a las 8:12, Tom Reed (<tom@acme.test>) escribió:'],
  ['Gmail it', 'Il giorno lun 23 nov 2026 alle ore 08:12 Tom Reed <tom@acme.test> ha scritto:'],
  ['Gmail nl', 'Op ma 23 nov 2026 om 08:12 schreef Tom Reed <tom@acme.test>:'],
  ['Gmail pt', 'Em seg., 23 de nov. de 2026 às 08:12, Tom Reed <tom@acme.test> escreveu:'],
  ['Gmail pl', 'pon., 23 lis 2026 o 08:12 Tom Reed <tom@acme.test> napisał(a):'],
  ['Gmail en, wrapped', 'On Mon, Nov 23, 2026 at 8:12 AM Tom Reed <\ntom@acme.test> wrote:'],
  ['Gmail de, wrapped', 'Am Mo., 23. Nov. 2026 um 08:12 Uhr schrieb Tom Reed <\ntom@acme.test>:'],
  ['Gmail de, wrapped twice', 'Am Mo., 23. Nov. 2026 um 08:12 Uhr schrieb\nTom von Reed-Example <\ntom@acme.test>:'],
  ['Gmail fr, wrapped', 'Le lun. 23 nov. 2026 à 08:12, Tom Reed <\ntom@acme.test> a écrit :'],
  ['Gmail es, wrapped', 'El lun, 23 nov 2026 a las 8:12, Tom Reed (<\ntom@acme.test>) escribió:'],
  ['Gmail it, wrapped', 'Il giorno lun 23 nov 2026 alle ore 08:12 Tom Reed <\ntom@acme.test> ha scritto:'],
  ['Gmail nl, wrapped', 'Op ma 23 nov 2026 om 08:12 schreef Tom Reed <\ntom@acme.test>:'],
  ['Gmail pt, wrapped', 'Em seg., 23 de nov. de 2026 às 08:12, Tom Reed <\ntom@acme.test> escreveu:'],
  ['Gmail pl, wrapped', 'pon., 23 lis 2026 o 08:12 Tom Reed <\ntom@acme.test> napisał(a):'],
  ['Thunderbird en', 'On 11/23/26 08:12, Tom Reed wrote:'],
  ['Thunderbird de', 'Am 23.11.26 um 08:12 schrieb Tom Reed:'],
  ['Thunderbird fr', 'Le 23/11/2026 à 08:12, Tom Reed a écrit :'],
  ['Thunderbird pl', 'W dniu 23.11.2026 o 08:12, Tom Reed pisze:'],
  ['Apple de', 'Am 23.11.2026 um 08:12 schrieb Tom Reed <tom@acme.test>:'],
  ['Apple nl', 'Op 23 nov 2026 om 08:12 heeft Tom Reed <tom@acme.test> het volgende geschreven:'],
  ['Apple pt', 'No dia 23/11/2026, às 08:12, Tom Reed <tom@acme.test> escreveu:'],
  ['Apple pl', 'Wiadomość napisana przez Tom Reed <tom@acme.test> w dniu 23.11.2026, o godz. 08:12:'],
  ['Yahoo en', 'On Monday, November 23, 2026 at 08:12:44 AM GMT+1, Tom Reed <tom@acme.test> wrote:'],
  ['Proton en', 'On Monday, November 23rd, 2026 at 8:12 AM, Tom Reed <tom@acme.test> wrote:'],
  [
    'GMX de',
    'Gesendet: Montag, 23. November 2026 um 08:12 Uhr\nVon: "Tom Reed" <tom@acme.test>\nAn: b@b.test\nBetreff: Hallo',
  ],
  [
    'Samsung en',
    '-------- Original message --------\nFrom: Tom Reed <tom@acme.test>\nDate: 23/11/2026 08:12 (GMT+01:00)',
  ],
  [
    'Samsung de',
    '-------- Ursprüngliche Nachricht --------\nVon: Tom Reed <tom@acme.test>\nDatum: 23.11.26 08:12 (GMT+01:00)',
  ],
  ['Outlook en', 'From: Tom Reed <tom@acme.test>\nSent: Monday, 23 November 2026 08:12\nTo: b@b.test\nSubject: Hello'],
  [
    'Outlook de',
    'Von: Tom Reed <tom@acme.test>\nGesendet: Montag, 23. November 2026 08:12\nAn: b@b.test\nBetreff: Hallo',
  ],
  ['Outlook fr', 'De : Tom Reed <tom@acme.test>\nEnvoyé : lundi 23 novembre 2026 08:12\nÀ : b@b.test\nObjet : Bonjour'],
  [
    'Outlook es',
    'De: Tom Reed <tom@acme.test>\nEnviado: lunes, 23 de noviembre de 2026 8:12\nPara: b@b.test\nAsunto: Hola',
  ],
  ['Outlook it', 'Da: Tom Reed <tom@acme.test>\nInviato: lunedì 23 novembre 2026 08:12\nA: b@b.test\nOggetto: Ciao'],
  [
    'Outlook nl',
    'Van: Tom Reed <tom@acme.test>\nVerzonden: maandag 23 november 2026 08:12\nAan: b@b.test\nOnderwerp: Hallo',
  ],
  [
    'Outlook pt',
    'De: Tom Reed <tom@acme.test>\nEnviado: segunda-feira, 23 de novembro de 2026 08:12\nPara: b@b.test\nAssunto: Olá',
  ],
  [
    'Outlook pl',
    'Od: Tom Reed <tom@acme.test>\nWysłano: poniedziałek, 23 listopada 2026 08:12\nDo: b@b.test\nTemat: Cześć',
  ],
])('does not attribute text quoted by %s to the correspondent', (_client, header) => {
  expect(newestText(`Sounds good.\n\n${header}\n\nReply STOP to unsubscribe.`)).toBe('Sounds good.');
});

test.each([
  'Get Outlook for Android',
  'Outlook für iOS beziehen',
  'Télécharger Outlook pour iOS',
  'Obtener Outlook para iOS',
  'Scarica Outlook per iOS',
  'Outlook voor Android downloaden',
  'Obter o Outlook para iOS',
  'Pobierz aplikację Outlook dla systemu iOS',
])('recognizes "%s" as the client’s line', (line) => {
  expect(newestText(`Sounds good.\n\n${line}`)).toBe('Sounds good.');
});
