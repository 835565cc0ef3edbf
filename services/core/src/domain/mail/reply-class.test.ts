import { describe, expect, it } from 'vitest';
import { returnDateOf } from './auto-reply.ts';
import { classifyReply, needsAction, sequenceEffectOf, withoutQuote } from './reply-class.ts';

const now = new Date('2026-11-20T10:00:00Z');
const classOf = (text: string, subject = 'Re: Hello', headers = {}) =>
  classifyReply({ headers, subject, text }, now).class;

describe('what a reply means', () => {
  it.each([
    ['interested', 'Sounds good, tell me more.'],
    ['interested', 'Klingt spannend, schicken Sie gern etwas.'],
    ['meeting_request', 'Can we schedule a short call next week?'],
    ['meeting_request', "Let's talk. Tuesday works for me."],
    ['question', 'How much does it cost?'],
    ['referral', 'Please contact my colleague Jane, she decides about this.'],
    ['not_now', 'Not at the moment. Reach out again in spring.'],
    ['not_interested', 'No thanks, we are not interested.'],
    ['not_interested', 'Danke, kein Interesse.'],
    ['wrong_person', 'You have the wrong person for this.'],
    ['left_company', 'Bob no longer works here.'],
    ['unsubscribe', 'Please remove me from your list.'],
    ['unsubscribe', 'Stop emailing me!'],
    ['unsubscribe', 'Bitte keine weiteren Mails.'],
    ['complaint', 'I will report this as spam.'],
    ['unclassified', 'ok'],
  ])('is %s in "%s"', (expected, text) => {
    expect(classOf(text)).toBe(expected);
  });

  it('does not read our own unsubscribe line in the quote as a wish of theirs', () => {
    const text = 'Sounds great!\n\nOn Mon, Nov 16, 2026 at 9:00 AM Ada <ada@a.example> wrote:\n> Unsubscribe here';
    expect(withoutQuote(text)).toBe('Sounds great!');
    expect(classOf(text)).toBe('interested');
  });

  it('tells a program from a person by RFC 3834 headers and by the subject', () => {
    const headers = { 'auto-submitted': 'auto-replied' };
    expect(classOf('Thank you for your message. We will answer soon.', 'Ticket 17', headers)).toBe('auto_reply');
    expect(classOf('I am on vacation.', 'Automatic reply: Hello')).toBe('out_of_office');
    expect(classOf('I am interested', 'Hello', { 'auto-submitted': 'no' })).toBe('interested');
    expect(classOf('I have left the company.', 'Hi', headers)).toBe('left_company');
    expect(classOf('Bob has left the company.', 'Hi', headers)).toBe('left_company');
  });

  it.each([
    ['I am out of office until 2 December 2026.', '2026-12-02'],
    ['I will be back on December 7th.', '2026-12-07'],
    ['Ich bin bis zum 04.12.2026 nicht im Büro.', '2026-12-04'],
    ['Ab dem 5. Januar bin ich wieder da.', '2027-01-05'],
    ['Returning 2026-12-01', '2026-12-01'],
  ])('finds the day of return in "%s"', (text, day) => {
    expect(returnDateOf(text, now)?.toISOString().slice(0, 10)).toBe(day);
  });

  it('takes no date for an answer that makes no sense', () => {
    expect(returnDateOf('I am away until 1 January 2031.', now)).toBeNull();
    expect(returnDateOf('I am away.', now)).toBeNull();
  });

  it('stops, pauses or unsubscribes the sequence by class', () => {
    expect(sequenceEffectOf('interested')).toBe('stop');
    expect(sequenceEffectOf('out_of_office')).toBe('pause');
    expect(sequenceEffectOf('unsubscribe')).toBe('unsubscribe');
    expect(sequenceEffectOf('auto_reply')).toBe('none');
    expect(needsAction('question')).toBe(true);
    expect(needsAction('out_of_office')).toBe(false);
  });
});
