import type { Prompt } from '../../domain/messages/drafts/draft-prompt.ts';

/** Writes text for a prompt. Throws `provider_failed` if it cannot. */
export interface DraftWriter {
  write(prompt: Prompt): Promise<string>;
}
