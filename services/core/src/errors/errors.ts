/** Fixed table of error codes: the HTTP status, and true if the same request can succeed later. */
export const errorTable = {
  malformed_json: { status: 400, retryable: false, text: 'The body is not valid JSON.' },
  malformed_request: { status: 400, retryable: false, text: 'The request is malformed.' },
  unauthenticated: { status: 401, retryable: false, text: 'Send an API key as "Authorization: Bearer <key>".' },
  insufficient_credits: { status: 402, retryable: false, text: 'The workspace has too few credits.' },
  budget_exhausted: { status: 402, retryable: false, text: 'The monthly budget of a provider is used up.' },
  missing_scope: { status: 403, retryable: false, text: 'The key lacks a scope.' },
  approval_declined: { status: 403, retryable: false, text: 'A person declined this.' },
  requires_person: { status: 403, retryable: false, text: 'Only a person signed in to the application can do this.' },
  not_found: { status: 404, retryable: false, text: 'There is no such record.' },
  method_not_allowed: { status: 405, retryable: false, text: 'The path does not support this method.' },
  contact_exists: { status: 409, retryable: false, text: 'A contact with this address exists.' },
  company_exists: { status: 409, retryable: false, text: 'A company with this domain already exists.' },
  already_exists: { status: 409, retryable: false, text: 'A record with these values already exists.' },
  already_undone: { status: 409, retryable: false, text: 'The change was undone already.' },
  invalid_state: { status: 409, retryable: false, text: 'The record is in a state that does not allow this.' },
  version_conflict: { status: 409, retryable: false, text: 'The record has changed since it was read.' },
  limit_reached: { status: 409, retryable: false, text: 'A limit of the workspace is reached.' },
  idempotency_in_progress: { status: 409, retryable: true, text: 'The first request with this key is still running.' },
  approval_expired: { status: 410, retryable: false, text: 'The approval request expired. Send the request again.' },
  erased: { status: 410, retryable: false, text: 'The record that this Idempotency-Key was used for has been erased.' },
  cursor_expired: { status: 410, retryable: false, text: 'The cursor is too old. Start again with a snapshot.' },
  expired: { status: 410, retryable: false, text: 'This has expired.' },
  removed: { status: 410, retryable: false, text: 'This operation is no longer part of the API.' },
  plan_changed: { status: 412, retryable: false, text: 'The plan has changed since it was previewed.' },
  body_too_large: { status: 413, retryable: false, text: 'The body is too large.' },
  unsupported_media_type: { status: 415, retryable: false, text: 'The body must be application/json.' },
  validation_failed: { status: 422, retryable: false, text: 'The input is not valid.' },
  idempotency_key_reused: { status: 422, retryable: false, text: 'This Idempotency-Key belongs to another request.' },
  rate_limited: { status: 429, retryable: true, text: 'Too many requests.' },
  legal_block: { status: 451, retryable: false, text: 'Legal rules forbid this.' },
  internal: { status: 500, retryable: true, text: 'Something went wrong on our side.' },
  unsupported_claims: { status: 422, retryable: false, text: 'The text claims something that no source supports.' },
  provider_failed: { status: 502, retryable: true, text: 'An outside provider failed.' },
  unavailable: { status: 503, retryable: true, text: 'The service is temporarily unavailable.' },
} as const satisfies Record<string, { status: number; retryable: boolean; text: string }>;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorDetail {
  field?: string;
  message: string;
  allowedValues?: readonly unknown[];
}

export interface ErrorOptions {
  /** Input field to change. */
  field?: string;
  details?: ErrorDetail[];
  allowedValues?: readonly unknown[];
  missingScopes?: string[];
  /** ID of the conflicting record. */
  existingId?: string;
  retryAfterSeconds?: number;
  /** Additional `data` of the error envelope (the new plan of `plan_changed`). */
  data?: unknown;
  cause?: unknown;
}

/** The only error that actions, domain, and store throw. Rendered once, in http/render-error.ts. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: ErrorOptions;

  constructor(code: ErrorCode, message?: string, options: ErrorOptions = {}) {
    super(message ?? errorTable[code].text, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable;
  }
}

/** "There is no contact con_…": the same for unknown IDs and those of other workspaces. */
export function notFound(noun: string, id: string): AppError {
  return new AppError('not_found', `There is no ${noun} ${id} in this workspace.`);
}
