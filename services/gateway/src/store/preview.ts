/** Meaning of a confirmation. It decides which tool confirms. */
export type Weight = 'change' | 'destroy' | 'spend' | 'send';
/** `declined`: a person declined in their client. A signed-in person can still agree until the preview expires. */
export type PreviewState = 'pending' | 'declined' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled';
export interface PreviewOwner {
  principalId: string;
  workspaceId: string;
  clientId: string;
}
/** The approval at the core. `expiresAt` is an ISO 8601 time. */
export interface PreviewApproval {
  id: string;
  url: string;
  reason: string;
  expiresAt: string;
}

/** Facts shown to a person before they agree. */
export interface PreviewFacts {
  recipients?: number;
  subject?: string;
  count?: number;
  /** Everything that would be sent, for the question. */
  manifest?: string;
  /** True if its texts are too long for a question, so that a person decides on the page. */
  isCut?: boolean;
  /** True if a person decides on the page anyway, and is not asked twice. */
  needsApproval?: boolean;
}

export interface PreviewOutcome {
  text: string;
  structured?: Record<string, unknown>;
  /** Job that continues the action. */
  jobId?: string;
}

export interface Preview extends PreviewOwner {
  _id: string;
  /** Name of the preparing agent in the core's audit log. */
  agentId?: string;
  action: string;
  /** Selects the tool that confirms it. */
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
  /** Time when a person agreed. Their client is not asked again. */
  agreedAt?: Date;
  /** Size of the input, for the limit per principal. */
  bytes: number;
  /** Page where a workspace member approves it, while the approval is pending. */
  approval?: PreviewApproval;
  lease?: { owner: string; until: Date };
  outcome?: PreviewOutcome;
  finishedAt?: Date;
}

export type NewPreview = Omit<Preview, 'state' | 'purgeAt' | 'bytes' | 'lease' | 'outcome' | 'finishedAt' | 'agreedAt'>;
export type PreviewLine = Omit<Preview, 'input' | 'outcome'>;
