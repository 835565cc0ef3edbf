/** Descriptions of the areas, which are the tags of the document. */
export const areaDescriptions: Record<string, string> = {
  account: 'Who this credential stands for, in which workspace, with what scopes.',
  contacts: 'People: stored, imported, verified, enriched, merged, exported and erased.',
  companies: 'The companies that contacts work for.',
  lists: 'Static lists hold chosen members; dynamic ones hold all that match a filter.',
  tags: 'Marks on contacts and companies.',
  custom_fields: 'Fields of your own on contacts and companies, each with a type.',
  search:
    'New companies and people, from the built-in directory, own data sets and outside providers. Searching is free, revealing costs credits.',
  scoring: 'Target profiles, and how well people and companies fit them.',
  messages: 'Single messages and those of campaigns: drafted, checked, approved, sent.',
  campaigns: 'Sequences of messages, who is enrolled in them, and how they do. Creating never sends.',
  tasks: 'Steps of campaigns that a person does: calls, LinkedIn messages, other things.',
  replies: 'What recipients answer, and the answers to it.',
  mailboxes: 'Where messages go out and replies come in.',
  sending: 'The emergency stop: whether anything is sent at all.',
  sandbox:
    'A world to try things in: messages that were captured, mail that arrives, bounces, and a clock that can be moved.',
  suppression: 'Addresses and domains that are never written to.',
  webhooks: 'Endpoints that events are delivered to, signed by the Standard Webhooks rules.',
  events: 'What happened, kept for at least 30 days: the same as webhooks carry.',
  jobs: 'Long work: progress, results per item, cancelling.',
  credits: 'Balance, ledger and prices.',
  members: 'Who works in the workspace, and what each of them may spend and send in a day.',
  settings: 'Settings of the workspace. Autopilot is switched by a person in the application only.',
  approvals:
    'Executions that wait for a member of the workspace, and what became of them. Approving is done by a person.',
  audit: 'Who did what, through which door, with what result.',
  reports: 'Numbers over a period.',
};
