import { type Contract, readContract } from '../core-client/contract.ts';

/** A small contract in the shape of the real one: a read, a write, a spend, a send, and one with foreign text. */
export function fixtureContract(): Contract {
  return readContract({
    info: { version: '1.0.0' },
    paths: contractPaths,
    'x-outbound-scopes': scopeList,
    'x-outbound-small-changes': { lists: 'lists', tags: 'tags' },
  });
}

const server = object({ host: { type: 'string' }, password: { type: 'string', writeOnly: true } }, ['host']);

const contractPaths = {
  '/contacts': {
    get: operation('list_contacts', 'contacts', 'read', ['contacts:read'], {
      paged: true,
      inputSchema: object({
        emailStatus: { type: 'string', enum: ['valid', 'invalid', 'unverified'] },
        limit: { type: 'integer', minimum: 1, maximum: 100 },
        cursor: { type: 'string' },
        q: { type: 'string' },
      }),
      outputSchema: { type: 'array', items: object({ id: { type: 'string' }, email: { type: 'string' } }) },
    }),
    post: operation('create_contact', 'contacts', 'write', ['contacts:write'], {
      inputSchema: object({ email: { type: 'string', format: 'email' }, firstName: { type: 'string' } }, ['email']),
    }),
  },
  '/contacts/{contactId}': {
    get: operation('get_contact', 'contacts', 'read', ['contacts:read'], {
      inputSchema: object({ contactId: { type: 'string' } }, ['contactId']),
      outputSchema: object({ id: { type: 'string' }, email: { type: 'string' } }),
    }),
    delete: operation('delete_contact', 'contacts', 'destroy', ['contacts:write'], {
      surface: 'more',
      inputSchema: object({ contactId: { type: 'string' } }, ['contactId']),
    }),
  },
  '/search/people/reveal': {
    post: operation('reveal_people', 'search', 'spend', ['search:write'], {
      inputSchema: object({ personIds: { type: 'array', items: { type: 'string' }, minItems: 1 } }, ['personIds']),
    }),
  },
  '/campaigns/{campaignId}/launch': {
    post: operation('launch_campaign', 'campaigns', 'send', ['campaigns:write', 'sending:write'], {
      inputSchema: object({ campaignId: { type: 'string' } }, ['campaignId']),
    }),
  },
  '/replies/{replyId}': {
    get: operation('get_reply', 'replies', 'read', ['replies:read'], {
      untrusted: ['bodyText', 'thread[].bodyText'],
      inputSchema: object({ replyId: { type: 'string' } }, ['replyId']),
      outputSchema: object({ id: { type: 'string' }, bodyText: { type: 'string' } }, ['id', 'bodyText']),
    }),
  },
  '/lists': {
    post: operation('create_list', 'lists', 'write', ['contacts:write'], {
      surface: 'more',
      runsAtOnce: true,
      smallChange: 'lists',
      undo: 'delete_list removes it.',
      inputSchema: object({ name: { type: 'string' } }, ['name']),
    }),
  },
  '/jobs/{jobId}': {
    get: operation('get_job', 'jobs', 'read', ['contacts:read'], {
      surface: 'more',
      inputSchema: object({ jobId: { type: 'string' } }, ['jobId']),
    }),
  },
  '/jobs/{jobId}/cancel': {
    post: operation('cancel_job', 'jobs', 'write', ['contacts:write'], {
      surface: 'more',
      inputSchema: object({ jobId: { type: 'string' } }, ['jobId']),
    }),
  },
  '/mailboxes': {
    get: operation('list_mailboxes', 'mailboxes', 'read', ['contacts:read'], { surface: 'more' }),
    post: operation('connect_mailbox', 'mailboxes', 'write', ['contacts:write'], {
      surface: 'more',
      personPage: '/app/mailboxes/connect',
      inputSchema: object({ address: { type: 'string' }, smtp: server }, ['address', 'smtp']),
    }),
  },
  '/mailboxes/{mailboxId}': {
    patch: operation('update_mailbox', 'mailboxes', 'write', ['contacts:write'], {
      surface: 'more',
      personPage: '/app/mailboxes/{mailboxId}',
      inputSchema: object({ mailboxId: { type: 'string' }, smtp: server }, ['mailboxId']),
    }),
  },
  '/webhooks/{webhookId}/secret': {
    get: operation('get_webhook_secret', 'webhooks', 'read', ['contacts:write'], {
      surface: 'more',
      personPage: '/app/webhooks/{webhookId}',
      inputSchema: object({ webhookId: { type: 'string' } }, ['webhookId']),
      outputSchema: object({ secret: { type: 'string', format: 'password' } }),
    }),
  },
  '/tags': { get: operation('list_tags', 'tags', 'read', ['tags:read'], { surface: 'more', paged: true }) },
};

const scopeList = [
  scope('contacts:read', 'Read contacts', 'read'),
  scope('contacts:write', 'Change contacts', 'prepare'),
  scope('search:write', 'Reveal people', 'spend'),
  scope('campaigns:write', 'Change campaigns', 'prepare'),
  scope('sending:write', 'Launch and send', 'send'),
  scope('replies:read', 'Read replies', 'read'),
  scope('tags:read', 'Read tags', 'read'),
];

export const fixtureScopes = fixtureContract().scopes.map(({ scope: name }) => name);

interface Facts {
  inputSchema?: object;
  outputSchema?: object;
  surface?: string;
  paged?: boolean;
  untrusted?: string[];
  runsAtOnce?: boolean;
  smallChange?: string;
  undo?: string;
  personPage?: string;
}

function operation(tool: string, area: string, effect: string, scopes: string[], facts: Facts) {
  const title = tool.replaceAll('_', ' ');
  const { inputSchema, outputSchema, ...more } = facts;
  const envelope = { type: 'object', properties: { data: outputSchema } };
  return {
    operationId: tool,
    summary: `${title}.`,
    description: `Use it to ${title}; returns the record.`,
    ...(inputSchema && { requestBody: { content: { 'application/json': { schema: inputSchema } } } }),
    ...(outputSchema && { responses: { 200: { content: { 'application/json': { schema: envelope } } } } }),
    'x-outbound': { tool, title, area, effect, scopes, surface: 'default', ...more },
  };
}

function object(properties: object, required: string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}

function scope(name: string, title: string, kind: string) {
  return { scope: name, title, description: `${title} of the workspace.`, kind };
}
