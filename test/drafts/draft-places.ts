import type { Page } from 'playwright-core';
import { insertReply } from '../../services/core/src/store/replies/reply-store.ts';

/** A form with a text. `stored` reads what the product has saved. */
export interface Place {
  path: string;
  field: string;
  /** Saves the form, twice as fast as a person can. */
  saveTwice(page: Page): Promise<void>;
  stored(): Promise<string[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
type Request = (method: string, path: string, body?: unknown) => Promise<any>;

/** Forms of a reply, a note, and a campaign step in turn, each of a record of its own. */
export function draftPlaces(request: Request, workspaceId: string): (trial: number) => Promise<Place> {
  let count = 0;
  async function addContact(): Promise<string> {
    count += 1;
    return (await request('POST', '/contacts', { email: `p${count}@people.example` })).id;
  }

  async function reply(): Promise<Place> {
    const id = await addReply(workspaceId, await addContact(), count);
    return {
      path: `/app/replies/${id}`,
      field: '#bodyText',
      saveTwice: (page) => page.getByRole('button', { name: 'Save draft' }).dblclick(),
      stored: async () => [(await request('GET', `/replies/${id}`)).answer?.bodyText ?? ''],
    };
  }

  async function note(): Promise<Place> {
    const contactId = await addContact();
    return {
      path: `/app/do/add_contact_note?contactId=${contactId}`,
      field: 'textarea',
      async saveTwice(page) {
        await page.getByRole('button', { name: 'Preview' }).last().dblclick();
        await page.locator('form[data-settles-draft] button.primary').dblclick();
      },
      stored: async () =>
        (await request('GET', `/contacts/${contactId}/notes`)).map(({ text }: { text: string }) => text),
    };
  }

  async function step(): Promise<Place> {
    count += 1;
    const steps = [{ subject: 'Hello', body: 'Hi there.' }];
    const campaign = await request('POST', '/campaigns', { name: `Campaign ${count}`, steps });
    return {
      path: `/app/campaigns/${campaign.id}?step=${campaign.steps[0].id}`,
      field: '#body',
      saveTwice: (page) =>
        page.evaluate("for (const _ of [1, 2]) document.querySelector('form.editor').requestSubmit()"),
      stored: async () => [(await request('GET', `/campaigns/${campaign.id}`)).steps[0].body],
    };
  }

  const kinds = [reply, note, step];
  return (trial) => kinds[trial % kinds.length]!();
}

async function addReply(workspaceId: string, contactId: string, count: number): Promise<string> {
  const now = new Date();
  const mail = {
    mailboxId: `mbx_${'0'.repeat(26)}`,
    messageId: null,
    campaignId: null,
    enrollmentId: null,
    contactId,
    fromAddress: `p${count}@people.example`,
    fromName: 'Grace',
    subject: `Mail ${count}`,
    bodyText: 'Could you call?',
    attachments: [],
    messageIdHeader: `<mail${count}@people.example>`,
    references: [],
    returnDate: null,
    class: 'question' as const,
    confidence: 0.9,
    classifiedBy: 'rule' as const,
    needsAction: true,
    receivedAt: now,
  };
  return (await insertReply(workspaceId, mail, now)).id;
}
