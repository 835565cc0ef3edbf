import { expect, test } from 'vitest';
import { field, text } from '../../domain/fields/fields.ts';
import { furtherFacts, furtherSettable } from './further-facts.ts';

const fields = {
  name: field(text(100, 'Name.'), { settable: 'always' }),
  nickname: field(text(100, 'Name used in conversation.'), { settable: 'later' }),
  importedBy: field(text(40, 'Person who imported it.')),
};

test('a field that the page does not place is shown, and edited if it can be set', () => {
  const record = { name: 'Ada', nickname: 'Countess', importedBy: null, enrollmentCounts: 3 };
  const facts = [{ label: 'Nickname', value: { is: 'text', text: 'Countess' } }];
  expect(furtherFacts(fields, record, ['name'])).toEqual({ is: 'facts', facts });
  expect(furtherSettable(fields, ['name'])).toEqual(['nickname']);
});
