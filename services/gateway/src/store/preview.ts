/** What a confirmation means: it decides which tool confirms. */
export type Weight = 'change' | 'destroy' | 'spend' | 'send';
/** `declined`: by a person in their client; a signed-in person can still agree to it until it expires. */
export type PreviewState = 'pending' | 'declined' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled';
export interface PreviewOwner {
  principalId: string;
  workspaceId: string;
  clientId: string;
}
/** The approval at the core; `expiresAt` is an ISO time. */
export interface PreviewApproval {
  id: string;
  url: string;
  reason: string;
  expiresAt: string;
}

/** What a person is shown before they agree. */
export interface PreviewFacts {
  recipients?: number;
  subject?: string;
  count?: number;
}

export interface PreviewOutcome {
  text: string;
  structured?: Record<string, unknown>;
}

export interface Preview extends PreviewOwner {
  _id: string;
  /** As the core's audit log names who prepared it. */
  agentId?: string;
  action: string;
  /** Which of the confirming tools it takes. */
  weight: Weight;
  input: Record<string, unknown>;
  planDigest: string;
  summary: string;
  cost: { credits: number; balance: number } | null;
  facts?: PreviewFacts;
  idempotencyKey: string;
  state: PreviewState;
  createdAt: Date;
  expiresAt: Date;
  purgeAt: Date;
  /** When a person agreed; their client is not asked again. */
  agreedAt?: Date;
  /** Size of the input, for the limit per principal. */
  bytes: number;
  /** Where a member of the workspace approves it, while it waits for that. */
  approval?: PreviewApproval;
  lease?: { owner: string; until: Date };
  outcome?: PreviewOutcome;
}

export type NewPreview = Omit<Preview, 'state' | 'purgeAt' | 'bytes' | 'lease' | 'outcome' | 'agreedAt'>;
export type PreviewLine = Omit<Preview, 'input' | 'outcome'>;
