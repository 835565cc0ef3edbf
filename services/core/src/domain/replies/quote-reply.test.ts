import { expect, test } from 'vitest';
import { footerLanguages } from '../messages/footer.ts';
import { quoteReply } from './quote-reply.ts';
import { newestText } from './text/newest-text.ts';

const mail = {
  fromName: 'Bea Example',
  fromAddress: 'bea@people.test',
  bodyText: 'Please remove me from your list.\n\n> Hello Bea\n>> older',
  receivedAt: new Date('2027-03-01T09:05:00Z'),
};

test('marks each line, and keeps the marks of earlier quotes', () => {
  const [first, ...lines] = quoteReply(mail, 'en', 'UTC').split('\n');
  expect(first).toMatch(/^On Mar 1, 2027, 9:05\sAM, Bea Example <bea@people.test> wrote:$/);
  expect(lines).toEqual(['> Please remove me from your list.', '>', '>> Hello Bea', '>>> older']);
});

test.each(footerLanguages)('text quoted in %s is removed again when it is quoted back', (language) => {
  expect(newestText(`Fine, thank you.\n\n${quoteReply(mail, language, 'Europe/Berlin')}`).trim()).toBe(
    'Fine, thank you.',
  );
});

test('truncates a long message', () => {
  const quoted = quoteReply({ ...mail, bodyText: 'line\n'.repeat(500) }, 'de', 'UTC');
  expect(quoted.split('\n')).toHaveLength(202);
  expect(quoted.endsWith('> […]')).toBe(true);
});
