import type { Prompt } from '../../domain/messages/drafts/draft-prompt.ts';

/** Writes what a prompt asks for. Throws `provider_failed` when it cannot. */
export interface DraftWriter {
  write(prompt: Prompt): Promise<string>;
}
