/** Error of a rejected request, as in `error` of the response. */
export interface Refusal {
  code: string;
  message: string;
  field?: string;
  details?: { field?: string; message: string; allowedValues?: unknown[] }[];
  allowedValues?: unknown[];
  missingScopes?: string[];
  existingId?: string;
  retryable: boolean;
  requestId: string;
}

/** A rejected request. `status` is the HTTP status. `data` has the new plan if the code is `plan_changed`. */
export class OutboundError extends Error {
  readonly status: number;
  readonly code: string;
  readonly refusal: Refusal;
  readonly data: unknown;

  constructor(status: number, body: unknown) {
    const { error, data = null } = (body ?? {}) as { error?: Refusal; data?: unknown };
    const refusal = error ?? { code: 'internal', message: `HTTP ${status}`, retryable: status >= 500, requestId: '' };
    super(refusal.message);
    this.name = 'OutboundError';
    this.status = status;
    this.code = refusal.code;
    this.refusal = refusal;
    this.data = data;
  }
}
