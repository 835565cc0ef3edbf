import { simpleParser } from 'mailparser';
import { escapeRegExp } from '../domain/text/escape-reg-exp.ts';
import { addContact, alwaysOpen } from './campaign-setup.ts';
import type { TestCore } from './start-test-core.ts';

/** Target of an attack. Every request uses a key with all scopes that may send to no one without a person. */
export interface Target {
  core: TestCore;
  key: string;
  campaignId: string;
  contactIds: string[];
  stepIds: string[];
  pick: <T>(list: readonly T[]) => T;
  /** New in every attack, so that each finding names its cause. */
  word: string;
}

export type Attack = (target: Target) => Promise<unknown>;

function call({ core, key }: Target, method: string, path: string, body: object = {}) {
  return core.request(method, path, { key, ...(method !== 'GET' && { body }) });
}

/** Values that a field may take without asking, and values that it may not. */
function values(word: string) {
  return [
    word,
    `${word} https://evil.example/pay`,
    `<a href="//evil.example">${word}</a>`,
    `{{ custom.offer }} ${word}`,
    `${word} `.repeat(30),
    `${word}\nBuy now`,
    'Tom',
    null,
  ];
}

function changeField(field: string): Attack {
  return (target) => {
    const value = target.pick(values(target.word));
    return call(target, 'PATCH', `/contacts/${target.pick(target.contactIds)}`, { [field]: value });
  };
}

function changeSteps(steps: (target: Target) => object[]): Attack {
  return async (target) => {
    await call(target, 'POST', `/campaigns/${target.campaignId}/pause`);
    await call(target, 'PATCH', `/campaigns/${target.campaignId}`, { steps: steps(target) });
    return call(target, 'POST', `/campaigns/${target.campaignId}/resume`);
  };
}

async function mailboxId(target: Target): Promise<string> {
  const { body } = await call(target, 'GET', '/mailboxes');
  return String(body.data[0]?.id);
}

async function waiting(target: Target, state: string): Promise<string[]> {
  const { body } = await call(target, 'GET', `/messages?campaignId=${target.campaignId}&state=${state}`);
  return body.data.map(({ id }: { id: string }) => id);
}

export const attacks: Record<string, Attack> = {
  'sender name': (target) => call(target, 'PATCH', '/settings', { senderName: `CEO ${target.word}` }),
  footer: (target) => call(target, 'PATCH', '/settings', { footer: { en: `${target.word} https://evil.example` } }),
  'German footer': (target) => call(target, 'PATCH', '/settings', { footer: { de: target.word } }),
  'postal address': (target) => call(target, 'PATCH', '/settings', { postalAddress: `${target.word} Ltd, 1 Road` }),
  notice: (target) => call(target, 'PATCH', '/settings', { art14Notice: `Notice ${target.word}` }),
  'display name': async (target) =>
    call(target, 'PATCH', `/mailboxes/${await mailboxId(target)}`, { displayName: `Bank ${target.word}` }),
  'reply to': async (target) =>
    call(target, 'PATCH', `/mailboxes/${await mailboxId(target)}`, { replyTo: `${target.word}@evil.example` }),
  signature: async (target) =>
    call(target, 'PATCH', `/mailboxes/${await mailboxId(target)}`, { signature: `Sign ${target.word}` }),
  'first name': changeField('firstName'),
  'company name': changeField('companyName'),
  title: changeField('title'),
  city: (target) =>
    call(target, 'PATCH', `/contacts/${target.pick(target.contactIds)}`, { location: { city: target.word } }),
  language: (target) =>
    call(target, 'PATCH', `/contacts/${target.pick(target.contactIds)}`, { language: target.pick(['de', 'fr', 'en']) }),
  email: (target) =>
    call(target, 'PATCH', `/contacts/${target.pick(target.contactIds)}`, { email: `${target.word}@evil.example` }),
  'custom field': (target) =>
    call(target, 'PATCH', `/contacts/${target.pick(target.contactIds)}`, {
      customFields: { offer: target.pick(values(target.word)) },
    }),
  'step texts': changeSteps(({ stepIds, word }) => stepIds.map((id) => ({ id, subject: word, body: `Evil ${word}` }))),
  'a new step': changeSteps(({ stepIds, word }) => [
    ...stepIds.map((id) => ({ id, subject: 'One', body: 'Hello' })),
    { waitHours: 1, body: word },
  ]),
  variants: changeSteps(({ stepIds, word }) =>
    stepIds.map((id) => ({ id, subject: 'One', body: 'Hello', weight: 0, variants: [{ body: word, weight: 100 }] })),
  ),
  order: changeSteps(({ stepIds, word }) =>
    stepIds.toReversed().map((id) => ({ id, subject: word, body: `Turned ${word}` })),
  ),
  'steps without a pause': (target) =>
    call(target, 'PATCH', `/campaigns/${target.campaignId}`, { steps: [{ subject: target.word, body: target.word }] }),
  'a queued message': async (target) => {
    const [id] = await waiting(target, 'scheduled');
    await call(target, 'PATCH', `/messages/${id}`, { subject: target.word, bodyText: target.word });
    return call(target, 'POST', `/messages/${id}/send-now`);
  },
  'a held message': async (target) => {
    const [id] = await waiting(target, 'awaiting_approval');
    await call(target, 'PATCH', `/messages/${id}`, { bodyText: target.word });
    return call(target, 'POST', `/messages/${id}/approve`);
  },
  'approving everything': (target) => call(target, 'POST', '/messages/approve', { campaignId: target.campaignId }),
  'another person': async (target) => {
    const contactId = await addContact(target.core, { firstName: target.word }, target.key);
    return call(target, 'POST', `/campaigns/${target.campaignId}/enrollments`, { contactIds: [contactId] });
  },
  merging: async (target) => {
    const contactId = await addContact(target.core, { firstName: target.word }, target.key);
    return call(target, 'POST', `/contacts/${contactId}/merge`, { otherContactId: target.pick(target.contactIds) });
  },
  'a file': async (target) => {
    const { body } = await call(target, 'GET', '/files');
    return call(target, 'DELETE', `/files/${body.data[0]?.id}`);
  },
  'the unsubscribe link': async (target) => {
    await call(target, 'POST', `/campaigns/${target.campaignId}/pause`);
    await call(target, 'PATCH', `/campaigns/${target.campaignId}`, { unsubscribe: false });
    return call(target, 'POST', `/campaigns/${target.campaignId}/resume`);
  },
  'an early clock': (target) => call(target, 'POST', '/sandbox/clock', { advance: 'PT1H' }),
};

export const campaignBody = {
  window: alwaysOpen,
  steps: [
    {
      subject: 'A question, {{ firstName | default: "there" }}',
      body: '{% if firstName == "Tom" %}Special offer{% else %}Hello {{ firstName | default: "there" }}{% endif %} at {{ companyName }}.',
      variants: [{ body: 'Dear {{ firstName | default: "you" }}, {{ custom.offer | default: "hello" }}.' }],
    },
    {
      waitDays: 3,
      body: '{% unless title %}Again{% else %}As {{ title }}, again{% endunless %} {{ custom.offer | default: "hi" }}',
    },
  ],
};

/** A sent message as its recipient sees it. The token of the unsubscribe link is the only part that may differ. */
export interface Seen {
  from: string;
  replyTo: string;
  to: string;
  subject: string;
  text: string;
}

const link = /\/u\/[\w.-]+/g;

export function withoutToken(text: string): string {
  return text.replace(link, '/u/link').replaceAll('\r\n', '\n').trim();
}

export async function seenIn(raw: string): Promise<Seen> {
  const { from, replyTo, to, subject = '', text = '' } = await simpleParser(raw);
  const toText =
    to === undefined
      ? ''
      : [to]
          .flat()
          .map((one) => one.text)
          .join();
  return {
    from: from?.text ?? '',
    replyTo: replyTo?.text ?? '',
    to: toText,
    subject,
    text: withoutToken(text),
  };
}

/** A regular expression of everything that an approved text may become: its placeholders take any short plain value. */
export function patternOf(template: string): RegExp {
  const parts = template.split(/\{\{.*?\}\}/).map(escapeRegExp);
  return new RegExp(`^${parts.join('([^\\n]{0,80})')}$`);
}
