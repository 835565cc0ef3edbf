import type { AutopilotClass } from './autopilot-rules.ts';
import drafts from './reply-drafts.json' with { type: 'json' };

type Texts = Record<AutopilotClass, string>;

/** Built-in drafts by language, for workspaces without their own text or a configured model. */
const texts: Record<string, Texts> = drafts;

/** Built-in draft in the first of these languages that has one, otherwise in English. */
export function builtInReplyDraft(replyClass: AutopilotClass, languages: readonly string[]): string {
  const known = languages.find((language) => texts[language] !== undefined) ?? 'en';
  return texts[known]![replyClass];
}
