/**
 * Kinds of small changes, in the words of the consent page. Over MCP, an action of one of these kinds runs without a
 * confirmation if a person enabled that for the connection. Limits, webhooks, footers, signatures, roles, and
 * invitations are never small.
 */
export const smallChanges = {
  lists: 'lists',
  tags: 'tags',
  stages: 'stages',
  tasks: 'tasks',
  drafts: 'unsent drafts',
  campaigns: 'campaigns that were never launched',
  profiles: 'target profiles',
  scores: 'scores',
  replyLabels: 'reply labels',
} as const;

export type SmallChange = keyof typeof smallChanges;

/** Records that one small change may touch. A larger one is confirmed. */
export const smallRecordsMax = 100;

/** Help text wherever a person turns small changes on. The gateway words its consent page from the same list. */
export const smallChangesSentence = `${sentenceStart(Object.values(smallChanges))}. Each can be undone. Nothing is sent, spent, or deleted.`;

function sentenceStart(names: readonly string[]): string {
  const listed = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return listed.charAt(0).toUpperCase() + listed.slice(1);
}
