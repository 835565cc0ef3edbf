/** What the core answered, as a value: failures of another service are not exceptions here. */
export type CoreAnswer = { ok: true; status: number; envelope: Envelope } | { ok: false; failure: CoreFailure };

export type Envelope = {
  summary: string;
  data: unknown;
  page?: { limit: number; nextCursor: string | null };
  cost?: Cost;
};

export type Cost = { credits: number; balance: number };

export type CoreFailure =
  | ({ kind: 'refused'; status: number; data?: unknown; cost?: Cost } & CoreError)
  /** Nothing reached the core: it is safe to say that nothing was changed. */
  | { kind: 'unavailable' }
  /** The request may have reached the core; only its idempotency key tells. */
  | { kind: 'unknown' };

export type CoreError = {
  code: string;
  message: string;
  field?: string;
  allowedValues?: unknown[];
  missingScopes?: string[];
  retryable?: boolean;
  requestId?: string;
};

type Body = Partial<Envelope> & { ok?: boolean; error?: Partial<CoreError> };

export function readAnswer(status: number, body: unknown): CoreAnswer {
  const content = (typeof body === 'object' && body !== null ? body : {}) as Body;
  if (status >= 200 && status < 300) {
    const { summary = 'Done.', data = null, page, cost } = content;
    return { ok: true, status, envelope: { summary, data, ...(page && { page }), ...(cost && { cost }) } };
  }
  if (status >= 500) return { ok: false, failure: { kind: status === 503 ? 'unavailable' : 'unknown' } };
  return { ok: false, failure: refused(status, content) };
}

function refused(status: number, { error = {}, data, cost }: Body): CoreFailure {
  const { code = `http_${status}`, message = 'The service refused the request.', ...more } = error;
  return {
    kind: 'refused',
    status,
    code,
    message,
    ...more,
    ...(data !== undefined && { data }),
    ...(cost && { cost }),
  };
}
