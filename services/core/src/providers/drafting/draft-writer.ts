import type { Prompt } from '../../domain/messages/drafts/draft-prompt.ts';

/** Writes text for a prompt. Throws `provider_failed` if it cannot. */
export interface DraftWriter {
  write(prompt: Prompt): Promise<string>;
}

/** Language models, by workspace. */
export interface Drafting {
  /** The workspace's own model, or that of the installation. Null: no model. */
  writerFor(workspaceId: string): Promise<DraftWriter | null>;
}
