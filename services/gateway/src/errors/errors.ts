/**
 * Errors with a text that may be shown to the caller. Anything else that is thrown is a defect: it goes to the log, and
 * the caller sees only the request ID.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

const statusOfCode = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** A tool's rejection of a call, in one sentence that names the necessary change. */
export class ToolError extends Error {}
