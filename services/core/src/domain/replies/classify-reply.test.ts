import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readReply } from './classify-reply.ts';
import { returnDateOf } from './dates/return-date.ts';
import { needsAction, sequenceEffectOf } from './reply-classes.ts';
import { newestText } from './text/newest-text.ts';

const now = new Date('2026-11-23T09:00:00Z');
function read(text: string, subject = 'Re: Hello', headers = {}) {
  return readReply({ headers, subject, text }, now);
}

interface Item {
  class: string;
  returnDate?: string;
  subject: string;
  text: string;
  headers?: Record<string, string>;
}

function corpus(name: string): Item[] {
  const file = new URL(`../../../bench/replies/${name}.jsonl`, import.meta.url);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Item);
}

describe('the labelled corpus', () => {
  const rounds = [1, 2, 3, 4, 5, 6, 7, 8].map((round) => `round-${round}`);
  test.each(['written', 'held-out', 'tricky', 'everyday', 'fresh', ...rounds])(
    'part %s: wishes to be left alone are heard, and few others taken for one',
    (name) => {
      const stops = ['unsubscribe', 'complaint'];
      const items = corpus(name).map((item) => {
        const { class: found, wish } = read(item.text, item.subject, item.headers);
        return { ...item, found, isSuppressed: wish === 'clear' };
      });
      const wished = items.filter((item) => stops.includes(item.class));
      const heard = items.filter(({ found }) => stops.includes(found));
      const right = wished.filter(({ found }) => stops.includes(found)).length;
      expect(right / wished.length).toBeGreaterThanOrEqual(0.97);
      expect(right / heard.length).toBeGreaterThanOrEqual(0.95);
      const suppressed = items.filter(({ isSuppressed }) => isSuppressed);
      const rightly = suppressed.filter((item) => stops.includes(item.class)).length;
      expect(rightly / wished.length).toBeGreaterThanOrEqual(0.95);
      expect(rightly / suppressed.length).toBeGreaterThanOrEqual(0.98);
      expect(items.filter((item) => item.class === item.found).length / items.length).toBeGreaterThanOrEqual(0.9);
    },
  );

  test.each(['written', 'held-out'])('part %s: return dates are found', (name) => {
    const dated = corpus(name).filter(({ returnDate }) => returnDate !== undefined);
    const right = dated.filter(({ text, subject, headers, returnDate }) => {
      return read(text, subject, headers).returnDate?.toISOString().slice(0, 10) === returnDate;
    });
    expect(right.length / dated.length).toBeGreaterThanOrEqual(0.9);
  });
});

describe('a wish to be left alone', () => {
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
  ])('is not clear in "%s"', (text) => {
    const { class: found, wish } = read(text);
    expect(['unsubscribe', 'complaint']).not.toContain(found);
    expect(wish).not.toBe('clear');
  });

  test('is not read out of what is quoted below a German or French header', () => {
    const german =
      'Klingt gut!\n\nVon: Ada <a@a.example>\nGesendet: Montag\nAn: b@b.example\nBetreff: x\n\nAbmelden: hier';
    const french =
      'Pourquoi pas.\n\nDe : Ada <a@a.example>\nEnvoyé : lundi\nÀ : b@b.example\nObjet : x\n\nSe désinscrire';
    expect(read(german).class).toBe('interested');
    expect(read(french).class).toBe('interested');
  });

  test('stops and asks when it is doubtful or when only a model sees it', () => {
    expect(sequenceEffectOf({ class: 'question', wish: 'doubtful' })).toBe('stop');
    expect(needsAction({ class: 'auto_reply', wish: 'doubtful' })).toBe(true);
    expect(sequenceEffectOf({ class: 'unsubscribe', classifiedBy: 'model' })).toBe('stop');
    expect(needsAction({ class: 'unsubscribe', classifiedBy: 'model' })).toBe(true);
    expect(sequenceEffectOf({ class: 'unsubscribe', classifiedBy: 'rule', wish: 'clear' })).toBe('unsubscribe');
  });
});

describe('a wish in words that no rule foresees', () => {
  const unforeseen = "Hey, thx but I'd like off this train please";

  test('stops the sequence, and a person is asked before anybody is suppressed', () => {
    const reading = read(unforeseen);
    expect(reading).toMatchObject({ class: 'unsubscribe', wish: 'doubtful' });
    const decision = { ...reading, classifiedBy: 'rule' } as const;
    expect(sequenceEffectOf(decision)).toBe('stop');
    expect(needsAction(decision)).toBe(true);
    expect(sequenceEffectOf({ class: 'unsubscribe', classifiedBy: 'user', wish: 'none' })).toBe('unsubscribe');
  });

  test('is not heard in what an absence note or a question about the product says', () => {
    expect(read('I am out of office until 2 December. Please send nothing urgent to this address.').class).toBe(
      'out_of_office',
    );
    expect(read('Does your tool remove people from our lists when they ask you to stop?').class).toBe('question');
  });
});

describe('the newest text', () => {
  test('is what stands between the quoted lines', () => {
    const text = 'Hi,\n\nOn Mon, Nov 23, 2026 Ada <a@a.example> wrote:\n> Are you interested?\nYes.\n> Regards\n\nBob';
    expect(newestText(text)).toBe('Hi,\n\nYes.\n\nBob');
  });

  test('leaves out the lines of the original that a client has not marked', () => {
    const original = 'We help teams like yours book more meetings.\nReply STOP to end this.';
    expect(newestText(`No thanks\n\n${original}`, original)).toBe('No thanks\n\nReply STOP to end this.');
  });
});

describe('programs and dates', () => {
  test('a program shows by its headers (RFC 3834) and its subject', () => {
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
  ])('finds the day of return in "%s"', (text, day) => {
    expect(returnDateOf(text, now)?.toISOString().slice(0, 10)).toBe(day);
  });

  test('takes no date for an answer that makes no sense', () => {
    expect(returnDateOf('I am away until 1 January 2031.', now)).toBeNull();
    expect(returnDateOf('I am away.', now)).toBeNull();
  });
});
