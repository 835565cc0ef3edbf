import { expect, test } from 'vitest';
import { asksForErasure } from './erasure-wish.ts';

test.each([
  'Please delete my data.',
  'Delete all my personal data immediately and confirm.',
  'I want you to erase everything you have on me.',
  'I hereby request the deletion of my personal data under Art. 17 GDPR.',
  'I am exercising my right to be forgotten.',
  'Remove any information you hold about me.',
  'Bitte löschen Sie meine Daten.',
  'Ich fordere Sie auf, meine personenbezogenen Daten unverzüglich zu löschen.',
  'Löschen Sie alle Daten, die Sie über mich gespeichert haben.',
  'Ich mache von meinem Recht auf Löschung Gebrauch.',
  'Merci de supprimer mes données personnelles.',
  'Je demande la suppression de toutes mes données.',
  'J’exerce mon droit à l’effacement.',
  'Por favor, eliminen mis datos personales.',
  'Solicito la supresión de mis datos.',
  'Borre todos mis datos de su sistema.',
  'Vi prego di cancellare i miei dati.',
  'Chiedo la cancellazione dei miei dati personali.',
  'Eliminate tutti i miei dati.',
  'Verwijder mijn gegevens a.u.b.',
  'Ik verzoek u mijn persoonsgegevens te verwijderen.',
  'Wilt u alle gegevens over mij verwijderen? Ik beroep me op het recht op vergetelheid.',
  'Por favor, apaguem os meus dados.',
  'Solicito a exclusão dos meus dados pessoais.',
  'Eliminem todos os meus dados pessoais.',
  'Proszę usunąć moje dane osobowe.',
  'Żądam usunięcia moich danych.',
  'Korzystam z prawa: prawo do bycia zapomnianym.',
])('hears the request in "%s"', (text) => {
  expect(asksForErasure({ subject: 'Re: Hello', text })).toBe(true);
});

test.each([
  'Please take me off your list.',
  'How do you delete customer data after a project?',
  'We delete our data after a year.',
  'I deleted my data from the old system last week.',
  'Please do not delete my data, I am interested.',
  'Wir löschen alte Daten nach einem Jahr.',
  'Können Sie mir Daten zu Ihrem Produkt schicken?',
  'Envoyez-moi vos données techniques.',
  'Tell me more about data deletion in your product.',
])('hears none in "%s"', (text) => {
  expect(asksForErasure({ subject: 'Re: Hello', text })).toBe(false);
});

test('does not read the quoted original', () => {
  const text = 'Sounds good.\n\nOn Mon, Ada wrote:\n> Write back to delete my data.';
  expect(asksForErasure({ subject: 'Re: Hello', text })).toBe(false);
});
