import { expect, test } from 'vitest';
import { readReply } from '../classify-reply.ts';
import { asksForCompany } from './company-wish.ts';

function isForCompany(text: string): boolean {
  const read = readReply({ headers: {}, subject: 'Re: Hello', text, original: 'Hello' }, new Date('2026-05-04'));
  return asksForCompany({ subject: 'Re: Hello', text, original: 'Hello', fromAddress: 'boss@acme.example' }, read);
}

test.each([
  'Unsubscribe everyone at our office, please.',
  'Remove every address of acme.example from your list.',
  'Do not write to any of my co-workers again.',
  'Nehmen Sie bitte die ganze Firma aus dem Verteiler.',
  'Schreiben Sie niemandem mehr bei uns.',
  'Veuillez supprimer toutes nos adresses de votre liste.',
  'Borren a toda la empresa de su lista.',
  'Non scrivete più a nessuno dei nostri colleghi.',
  'Haal ons hele kantoor van de lijst.',
  'Parem de escrever para meus colegas.',
  'Proszę nie pisać do nikogo z naszej firmy, wypiszcie całą firmę.',
])('detects an opt-out of the entire company in "%s"', (text) => {
  expect(isForCompany(text)).toBe(true);
});

test.each([
  'Please take me off your list.',
  'Not interested. Everyone here uses another product.',
  'Please write to my colleague Eva instead.',
  'Unsubscribe\n\nEva Sommer\nHead of Sales\nwww.acme.example\neva@acme.example',
  'Bitte löschen Sie meine Adresse aus allen Ihren Listen.',
])('detects an opt-out of one person in "%s"', (text) => {
  expect(isForCompany(text)).toBe(false);
});
