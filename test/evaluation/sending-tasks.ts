import { campaign, contact, emailOf, has, made, running, type Stage, type Task } from './task.ts';

const steps = [
  { subject: 'A question', body: 'Hello {{ firstName }}, who buys for you?' },
  { waitDays: 4, body: 'Did my question reach you, {{ firstName }}?' },
];

/** Tasks about campaigns, email, replies, suppressions, and settings. The last ones change the whole workspace. */
export const sendingTasks: readonly Task[] = [
  {
    wish: 'Set our postal address to "Musterweg 1, 10115 Berlin".',
    steps: [['set our postal address', { postalAddress: 'Musterweg 1, 10115 Berlin' }]],
    isDone: (stage) => has(stage, 'workspaces', { 'settings.postalAddress': 'Musterweg 1, 10115 Berlin' }),
  },
  {
    wish: 'Our time zone is Europe/Vienna.',
    steps: [['set the time zone', { timeZone: 'Europe/Vienna' }]],
    isDone: (stage) => has(stage, 'workspaces', { 'settings.timeZone': 'Europe/Vienna' }),
  },
  {
    wish: 'Never write to anybody at competitor.example.',
    steps: [['block a domain', { value: 'competitor.example' }]],
    isDone: (stage) => has(stage, 'suppressions', { kind: 'domain', value: 'competitor.example' }),
  },
  {
    wish: 'Unsubscribe nomail@evaluation.example.',
    steps: [['unsubscribe someone', { value: emailOf('Nomail'), reason: 'unsubscribe' }]],
    isDone: (stage) => has(stage, 'suppressions', { kind: 'address', value: emailOf('Nomail') }),
  },
  {
    wish: 'Take wrongly@blocked.example off the blocklist.',
    steps: [['show the blocklist', { limit: 1 }], ['unblock an address']],
    arrange: (stage) => made(stage, '/suppressions', { value: 'wrongly@blocked.example', reason: 'manual' }),
    isDone: async (stage) => !(await has(stage, 'suppressions', { value: 'wrongly@blocked.example' })),
  },
  {
    wish: 'Create a campaign "Spring" with a first mail and a follow-up after four days.',
    steps: [['set up a new email sequence', { name: 'Spring', steps }]],
    isDone: (stage) => has(stage, 'campaigns', { name: 'Spring', 'steps.1': { $exists: true } }),
  },
  {
    wish: 'Add a follow-up after four days to the campaign "Single".',
    steps: [
      ['show my campaigns', { q: 'Single' }],
      ['add a follow-up mail', { steps }],
    ],
    arrange: (stage) => campaign(stage, 'Single'),
    isDone: (stage) => has(stage, 'campaigns', { name: 'Single', 'steps.1': { $exists: true } }),
  },
  {
    wish: 'Add enrolled@evaluation.example to the campaign "Joined".',
    steps: [
      ['show my campaigns', { q: 'Joined' }],
      ['show my contacts', { q: emailOf('Enrolled') }],
      ['put these leads into the sequence'],
    ],
    arrange: async (stage) => [await campaign(stage, 'Joined'), await contact(stage, 'Enrolled')],
    isDone: async (stage) => {
      const joined = await stage.db.collection('campaigns').findOne({ name: 'Joined' });
      return has(stage, 'enrollments', { campaignId: joined?._id });
    },
  },
  {
    wish: 'Start the campaign "Ready".',
    steps: [['which campaigns do we have', { q: 'Ready' }], ['start the campaign']],
    arrange: async (stage) => {
      const [{ id }, person] = [await campaign(stage, 'Ready'), await contact(stage, 'Reader')];
      return made(stage, `/campaigns/${id}/enrollments`, { contactIds: [person.id] });
    },
    isDone: (stage) => has(stage, 'campaigns', { name: 'Ready', state: 'running' }),
  },
  {
    wish: 'Pause the campaign "Hasty".',
    steps: [['show all my sequences', { q: 'Hasty' }], ['put the sequence on hold']],
    arrange: (stage) => running(stage, 'Hasty', 'Hasted'),
    isDone: (stage) => has(stage, 'campaigns', { name: 'Hasty', state: 'paused' }),
  },
  {
    wish: 'Let the paused campaign "Rested" go on.',
    steps: [['show my campaigns', { q: 'Rested' }], ['continue the paused campaign']],
    arrange: async (stage) => {
      const { campaignId } = await running(stage, 'Rested', 'Resting');
      return made(stage, `/campaigns/${campaignId}/pause`, {});
    },
    isDone: (stage) => has(stage, 'campaigns', { name: 'Rested', state: 'running' }),
  },
  {
    wish: 'End the campaign "Over" for good.',
    steps: [['show my campaigns', { q: 'Over' }], ['end the campaign for good']],
    arrange: (stage) => running(stage, 'Over', 'Overly'),
    isDone: (stage) => has(stage, 'campaigns', { name: 'Over', state: { $in: ['cancelled', 'archived'] } }),
  },
  {
    wish: 'Copy the campaign "Template" as "Second edition".',
    steps: [
      ['show my campaigns', { q: 'Template' }],
      ['clone a campaign', { name: 'Second edition' }],
    ],
    arrange: (stage) => campaign(stage, 'Template'),
    isDone: (stage) => has(stage, 'campaigns', { name: 'Second edition' }),
  },
  {
    wish: 'Take leaver@evaluation.example out of the campaign "Left".',
    steps: [['show my campaigns', { q: 'Left' }], ['who is in this campaign'], ['take a person out of the campaign']],
    arrange: (stage) => running(stage, 'Left', 'Leaver'),
    isDone: async (stage) => {
      const left = await stage.db.collection('campaigns').findOne({ name: 'Left' });
      return has(stage, 'enrollments', { campaignId: left?._id, state: 'removed' });
    },
  },
  {
    wish: 'Write one mail to single@evaluation.example: subject "Hello", text "Shall we talk?".',
    steps: [
      ['show my contacts', { q: emailOf('Single') }],
      ['write an email to one person', { subject: 'Hello', bodyText: 'Shall we talk?' }],
    ],
    arrange: (stage) => contact(stage, 'Single'),
    isDone: (stage) => has(stage, 'messages', { subject: 'Hello' }),
  },
  {
    wish: 'Somebody replied ("Tell me more"): draft the answer "Gladly. Thursday at ten?".',
    steps: [
      ['who answered', { q: 'curious' }],
      ['answer a reply', { bodyText: 'Gladly. Thursday at ten?' }],
    ],
    arrange: (stage) => replied(stage, 'Curious', 'Tell me more'),
    isDone: (stage) => has(stage, 'messages', { bodyText: { $regex: 'Thursday at ten' } }),
  },
  {
    wish: 'The reply of mistaken@evaluation.example means no interest: correct its class.',
    steps: [
      ['new replies', { q: 'mistaken' }],
      ['wrong classification of a reply', { class: 'not_interested' }],
    ],
    arrange: (stage) => replied(stage, 'Mistaken', 'Maybe, tell me more'),
    isDone: (stage) => has(stage, 'replies', { fromAddress: emailOf('Mistaken'), class: 'not_interested' }),
  },
  {
    wish: 'No answer is needed for the reply of thanks@evaluation.example.',
    steps: [['who answered', { q: 'thanks' }], ['no answer needed for this reply']],
    arrange: (stage) => replied(stage, 'Thanks', 'Thanks, I know enough'),
    isDone: (stage) => has(stage, 'replies', { fromAddress: emailOf('Thanks'), state: 'dismissed' }),
  },
  {
    wish: 'Tell https://crm.example/hook about every new reply.',
    steps: [['send events to a url', { url: 'https://crm.example/hook', eventTypes: ['reply.received'] }]],
    // A person decides where events go, so the task ends with the request for approval.
    isDone: (stage) => has(stage, 'approvals', { action: 'create_webhook', state: 'pending' }),
  },
  {
    wish: 'At most 30 mails a day from our mailbox.',
    steps: [['which mailboxes do we have'], ['daily limit of a mailbox', { dailyCap: 30 }]],
    isDone: (stage) => has(stage, 'mailboxes', { dailyCap: 30 }),
  },
  {
    wish: 'Stop all sending now.',
    steps: [['emergency stop']],
    isDone: (stage) => has(stage, 'sending_stops', {}),
  },
];

/** A person who replied to a message in the sandbox. */
async function replied(stage: Stage, person: string, text: string): Promise<void> {
  await running(stage, `Asked ${person}`, person);
  for (let waited = 0; waited < 200; waited += 1) {
    const { body } = await stage.request('GET', `/sandbox/messages?to=${emailOf(person)}`);
    const messageId = body.data[0]?.messageId;
    const answer = messageId && (await stage.request('POST', `/sandbox/messages/${messageId}/reply`, { text }));
    if (answer && answer.status < 300) return;
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error(`nothing was sent to ${person}`);
}
