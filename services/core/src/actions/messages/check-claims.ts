import { Type } from 'typebox';
import { checkClaims as compareClaims } from '../../domain/messages/claims/check-claims.ts';
import { CheckedSentence } from '../../domain/messages/claims/checked-sentence.ts';
import { counted } from '../../domain/text/counted.ts';
import { findPeople } from '../../engine/campaigns/campaign-people.ts';
import { knownRecipient } from '../../engine/fields/claims/evidence.ts';
import { notFound } from '../../errors/errors.ts';
import { Id, Input, Text } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';

export const checkClaims = defineRead({
  name: 'check_claims',
  title: 'Check the claims of a text',
  summary: 'Check what a text says about its recipient against known facts.',
  description:
    'Compares each sentence about the recipient or their company with the facts (list_facts) and the fields of the ' +
    'records: numbers, dates, places, names, roles, events, and superlatives. Reads English, German, French, Spanish, ' +
    'and Italian. Facts whose quote is not on a page that Outbound read do not count. It needs no language model.',
  method: 'post',
  path: '/claims/check',
  scope: ['facts:read', 'contacts:read'],
  input: Input({
    contactId: Id('con', 'Recipient.'),
    text: Text(20_000, 'Text of the message, with placeholders filled in.'),
  }),
  output: Type.Object({
    sentences: Type.Array(CheckedSentence, { description: 'Sentences in order, up to the closing.' }),
  }),
  errors: ['not_found'],
  example: { contactId: 'con_01ARZ3NDEKTSV4RRFFQ69G5FAV', text: 'Congratulations on the new warehouse in Leipzig.' },

  async run({ contactId, text }, ctx) {
    const person = (await findPeople(ctx.workspaceId, [contactId])).get(contactId);
    if (person === undefined) throw notFound('contact', contactId);
    const sentences = compareClaims(text, await knownRecipient(person, ctx));
    const unsupported = sentences.filter(({ verdict }) => verdict === 'unsupported').length;
    const summary = unsupported === 0 ? 'No unsupported claims.' : `${counted(unsupported, 'unsupported claim')}.`;
    return { data: { sentences }, summary };
  },
});
