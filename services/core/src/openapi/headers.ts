type Json = Record<string, unknown>;

function text(description: string, example: string): Json {
  return {
    description,
    schema: { type: 'string' },
    example,
  };
}

/** Response headers by name. */
export const answerHeaders: Record<string, Json> = {
  'X-Request-Id': text(
    "ID of the request: the caller's, or a new one. Quote it when you report a problem.",
    'req_01KABCDEFGHJKMNPQRSTVWX001',
  ),
  RateLimit: text(
    'Requests left under the tightest limit (r), and seconds until it is full again (t).',
    '"key";r=599;t=1',
  ),
  'RateLimit-Policy': text(
    'The limits: requests (q) per seconds (w), per key and per workspace.',
    '"key";q=600;w=60, "workspace";q=1200;w=60',
  ),
  'Retry-After': {
    description: 'Seconds to wait before repeating the request.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  ETag: text(
    'For reads: version of the content, for If-None-Match. For records with a version: send it as If-Match with a change.',
    '"v3-Yk5dUq0b1Z"',
  ),
  'Idempotent-Replayed': {
    description: 'true: this is the stored response to an earlier request with this Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'WWW-Authenticate': text('Authentication scheme.', 'Bearer realm="outbound"'),
  Deprecation: text('true: the operation will be removed.', 'true'),
  Sunset: text('Time of the removal.', 'Fri, 01 Jan 2027 00:00:00 GMT'),
};

/**
 * Parameters shared by many operations, by component name. They have no examples, because the reference page would send
 * them.
 */
export const sharedParameters: Record<string, Json> = {
  dryRun: {
    name: 'dryRun',
    in: 'query',
    description: 'true: validate and plan, return effects and cost, and execute nothing. No effect on reads.',
    schema: { type: 'boolean', default: false },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Unique per logical request, 1 to 255 visible ASCII characters. Repeating the request with the same key does not execute it twice; kept 7 days.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  planDigest: {
    name: 'Plan-Digest',
    in: 'header',
    description:
      'planDigest of the dry run that was agreed to. If the plan has changed since, the request is rejected with plan_changed.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  },
  approvalHeader: {
    name: 'Approval',
    in: 'header',
    description:
      'required: a member decides in the application, also where the daily limits would not need one. Returns 202. ' +
      'For a client that could not show everything to its user.',
    schema: { type: 'string', enum: ['required'] },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an earlier response. Returns 304 without a body if nothing has changed since.',
    schema: { type: 'string' },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'ETag of the record as you read it, such as "v3". If it has changed since, nothing is done: version_conflict.',
    schema: { type: 'string', pattern: '^([*]|"?v?[0-9]{1,9}(-[A-Za-z0-9_-]{10})?"?)$' },
  },
};

export function parameterRef(name: keyof typeof sharedParameters): Json {
  return {
    $ref: `#/components/parameters/${name}`,
  };
}

export function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
