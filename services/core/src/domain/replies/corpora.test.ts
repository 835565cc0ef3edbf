import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readReply } from './classify-reply.ts';

const now = new Date('2026-11-23T09:00:00Z');
function read(text: string, subject = 'Re: Hello', headers = {}) {
  return readReply({ headers, subject, text }, now);
}

interface Item {
  class: string;
  returnDate?: string | null;
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
  const rounds = Array.from({ length: 14 }, (_, index) => `round-${index + 1}`);
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

  const taught = ['en-de', 'fr-es', 'it-nl', 'pt-pl'].map((languages) => `taught-${languages}`);
  const indirect = ['en-de-nl', 'fr-it-es', 'pt-pl'].map((languages) => `taught-wishes-${languages}`);
  const later = [15, 16, 17, 18, 19, 20, 21].map((round) => `round-${round}`);
  test.each([...taught, ...later.slice(1)])(
    'part %s: words mend what rules that were not written for it misread',
    (name) => {
      const stops = ['unsubscribe', 'complaint'];
      const items = corpus(name).map((item) => ({ ...item, ...read(item.text, item.subject), label: item.class }));
      const wished = items.filter(({ label }) => stops.includes(label));
      const heard = items.filter((item) => stops.includes(item.class));
      const right = wished.filter((item) => stops.includes(item.class)).length;
      expect(right / wished.length).toBeGreaterThanOrEqual(0.9);
      expect(right / heard.length).toBeGreaterThanOrEqual(0.95);
      const suppressed = items.filter(({ wish }) => wish === 'clear');
      expect(suppressed.filter(({ label }) => stops.includes(label)).length / suppressed.length).toBeGreaterThan(0.97);
      expect(wished.filter(({ wish }) => wish === 'none').length / wished.length).toBeLessThan(0.06);
    },
  );

  test.each(indirect)('part %s: most wishes that say nothing of mail are heard', (name) => {
    const stops = ['unsubscribe', 'complaint'];
    const items = corpus(name).map((item) => ({ ...item, ...read(item.text, item.subject), label: item.class }));
    const wished = items.filter(({ label }) => stops.includes(label));
    const heard = items.filter((item) => stops.includes(item.class));
    const right = wished.filter((item) => stops.includes(item.class)).length;
    expect(right / wished.length).toBeGreaterThanOrEqual(0.8);
    expect(right / heard.length).toBeGreaterThanOrEqual(0.95);
    const suppressed = items.filter(({ wish }) => wish === 'clear');
    expect(suppressed.filter(({ label }) => stops.includes(label)).length / suppressed.length).toBeGreaterThan(0.97);
  });

  const dated = ['written', 'held-out', 'absences', ...rounds.slice(11), ...later, ...taught, ...indirect];
  test.each(dated)('part %s: return dates are found', (name) => {
    const dated = corpus(name).filter(({ returnDate }) => returnDate !== undefined);
    const right = dated.filter(({ text, subject, headers, returnDate }) => {
      return (read(text, subject, headers).returnDate?.toISOString().slice(0, 10) ?? null) === returnDate;
    });
    expect(right.length / dated.length).toBeGreaterThanOrEqual(0.9);
  });
});
