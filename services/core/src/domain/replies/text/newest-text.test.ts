import { expect, test } from 'vitest';
import { newestText } from './newest-text.ts';

test.each([
  [
    'Nee, haal me van de lijst.\nOp ma 2 mrt 2026 om 09:12 schreef Ada <ada@a.example>:\n> Hallo',
    'Nee, haal me van de lijst.',
  ],
  [
    'Basta, cancellatemi.\nIl giorno lun 2 mar 2026 alle ore 09:12 Ada <ada@a.example> ha\nscritto:\n> Ciao',
    'Basta, cancellatemi.',
  ],
  ['No thanks.\nAnn\n> On 2 Mar 2026, Ada <ada@a.example> wrote:\n> Hello', 'No thanks.\nAnn'],
])('keeps a line directly above an attribution: %j', (text, own) => {
  expect(newestText(text)).toBe(own);
});

test.each([
  ['»Keine Werbung mehr.«\n\nAnn', '»Keine Werbung mehr.«\n\nAnn'],
  ['On the phone I already said:\nno more emails, please.', 'On the phone I already said:\nno more emails, please.'],
  ['Hello Ada,\n\n=====\nPlease take me off the list today.', 'Hello Ada,\n\nPlease take me off the list today.'],
])('keeps text that only resembles a quote or a signature: %j', (text, own) => {
  expect(newestText(text)).toBe(own);
});

test('reads a paragraph below the signature, but no tagline', () => {
  const letter = 'Hello,\nthank you.\n\nKind regards\nAnn Reed\nReed Ltd\n';
  expect(newestText(`${letter}\nPlease delete my address from your records.`)).toContain('Please delete my address');
  expect(newestText(`${letter}\nReed Ltd | 12345 Leeds | www.reed.example`)).not.toContain('12345');
});

test('reads on below a ruler that only follows a salutation', () => {
  expect(newestText('Hello,\n---\nplease unsubscribe me')).toBe('Hello,\nplease unsubscribe me');
  expect(newestText('Hi Ada\n___\nremove me')).toBe('Hi Ada\nremove me');
  expect(newestText('No.\n---\nAnna')).toBe('No.');
});

test('removes a footer below a ruler', () => {
  expect(newestText('No budget until March, sorry.\n\n---\nAda Lovelace\nAcme Ltd')).toBe(
    'No budget until March, sorry.',
  );
});
