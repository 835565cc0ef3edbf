/** Response of the core, as a value: failures of another service are not exceptions here. */
export type CoreAnswer<Data = unknown> =
  | { ok: true; status: number; envelope: Envelope<Data>; isReplay: boolean }
  | { ok: false; failure: CoreFailure };

export interface Envelope<Data = unknown> {
  summary: string;
  data: Data;
  page?: { limit: number; nextCursor: string | null };
  cost?: Cost;
  /** True if `data` is a link to a file. */
  isLink?: true;
}

export interface Cost {
  credits: number;
  balance: number;
}

export type CoreFailure =
  | ({ kind: 'refused'; status: number; data?: unknown; cost?: Cost } & CoreError)
  /** No request reached the core, so it is safe to report that nothing was changed. */
  | { kind: 'unavailable' }
  /** The request may have reached the core. Only its idempotency key can settle that. */
  | { kind: 'unknown' };

export interface CoreError {
  code: string;
  message: string;
  field?: string;
  allowedValues?: unknown[];
  missingScopes?: string[];
  retryable?: boolean;
  requestId?: string;
}

interface Body extends Partial<Envelope> {
  ok?: boolean;
  error?: Partial<CoreError>;
}

/** `isReplay`: the core already did it under the same idempotency key. */
export function readAnswer<Data = unknown>(status: number, body: unknown, isReplay = false): CoreAnswer<Data> {
  const content = (typeof body === 'object' && body !== null ? body : {}) as Body;
  if (status >= 200 && status < 300) {
    const { summary = 'Done.', data = null, page, cost, isLink } = content;
    return {
      ok: true,
      status,
      isReplay,
      envelope: {
        summary,
        data: data as Data,
        ...(page && { page }),
        ...(cost && { cost }),
        ...(isLink && { isLink }),
      },
    };
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
