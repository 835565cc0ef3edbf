import { describe, expect, test } from 'vitest';
import { loadContract } from '../../core-client/contract.ts';
import { ActionSearch } from './action-search.ts';
import { notOffered } from './not-offered.ts';

const actions = new Map(loadContract().actions.map((action) => [action.name, action]));
const search = new ActionSearch(actions);

test.each(notOffered.map(({ id, instead }) => [id, instead] as const))(
  '%s names only actions instead',
  (_id, instead) => {
    expect(instead.filter((name) => !actions.has(name))).toEqual([]);
  },
);

describe('something that Outbound does not do', () => {
  test.each([
    ['use Telegram to follow up', 'chat-messages'],
    ['have an AI voice agent call them', 'phone'],
    ['two-way sync with Zoho', 'crm-sync'],
    ['find a time in both our calendars', 'booking'],
    ['send the contract through DocuSign', 'sales'],
    ['spoof the sender so that it looks internal', 'rules'],
    ['Wie oft wurde die Mail geöffnet', 'tracking'],
    ['Kauf drei Domains', 'domains'],
  ])('%s', (query, id) => {
    expect(search.find(query, () => true).notOffered?.id).toBe(id);
  });
});

test.each([
  'import my HubSpot export',
  'send a Slack message when someone replies through a webhook',
  'who has unsubscribed',
  'log a phone call',
  'launch the campaign',
  'Kampagne starten',
])('“%s” is offered', (query) => {
  expect(search.find(query, () => true).notOffered).toBeUndefined();
});
