import { expect, test } from 'vitest';
import { isDeadMailbox } from './dead-mailbox.ts';

test.each([
  'This account has been deactivated and is not forwarded.',
  'Our colleague has died after a short illness.',
  'Die Adresse existiert nicht mehr.',
  'Cette boîte a été supprimée.',
  'Este buzón ha sido dado de baja.',
  'Questa casella è stata disattivata.',
  'Dit postvak: het mailadres is opgeheven.',
  'Esta caixa de correio foi encerrada.',
  'To konto zostało zamknięte.',
  'Dieses Postfach wird nicht mehr gelesen.',
  'Ten adres e-mail jest już nieaktywny.',
])('recognizes a dead mailbox in "%s"', (text) => {
  expect(isDeadMailbox([text])).toBe(true);
});

test.each([
  'This mailbox is not monitored. Please do not reply.',
  'I am out of the office until Monday.',
  'Dieses Postfach wird nicht überwacht.',
  'My account manager closed the deal yesterday.',
])('does not recognize one in "%s"', (text) => {
  expect(isDeadMailbox([text])).toBe(false);
});
