import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ClientCall, Params } from '../catalog/catalog.ts';
import { said, type ToolFixture, tool } from './tool-fixture.ts';

const codec = createRequestStateCodec<string>({ key: randomBytes(32) });

export function verifyState(state: string, context: ServerContext): Promise<string> {
  return codec.verify(state, context);
}

function object(properties: object, required: string[] = []) {
  return { type: 'object', properties, required };
}

function elicit(message: string, requestedSchema: object) {
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

export function nameQuestion(message: string, name: string) {
  return elicit(message, object({ [name]: { type: 'string' } }, [name]));
}

function sample(question: string, maxTokens = 100) {
  const messages = [{ role: 'user', content: { type: 'text', text: question } }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens } };
}

const roots = { method: 'roots/list', params: {} };

/** Returns the result once all requested inputs have arrived. Until then, requests them again. */
async function asking(requests: Params, { inputResponses }: ClientCall, state?: string): Promise<object> {
  const isComplete = Object.keys(requests).every((key) => isResponse(inputResponses[key]));
  if (isComplete) return said(`state-ok ${JSON.stringify(inputResponses)}`);
  const requestState = state && (await codec.mint(state));
  return { resultType: 'input_required', inputRequests: requests, ...(requestState && { requestState }) };
}

function isResponse(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { action, content } = value as { action?: string; content?: unknown };
  return action === undefined ? Object.keys(value).length > 0 : action !== 'accept' || typeof content === 'object';
}

const askName = nameQuestion('What is your name?', 'name');
const confirm = elicit('Please confirm', object({ ok: { type: 'boolean' } }, ['ok']));

/** Revision 2026-07-28: the answers come back with the next attempt. */
export const returningTools: readonly ToolFixture[] = [
  tool('test_input_required_result_elicitation', (_input, call) => asking({ user_name: askName }, call)),
  tool('test_input_required_result_sampling', (_input, call) =>
    asking({ capital_question: sample('What is the capital of France?') }, call),
  ),
  tool('test_input_required_result_list_roots', (_input, call) => asking({ client_roots: roots }, call)),
  tool('test_input_required_result_request_state', (_input, call) => asking({ confirm }, call, 'waiting')),
  tool('test_input_required_result_tampered_state', (_input, call) => asking({ confirm }, call, 'waiting')),
  tool('test_input_required_result_multiple_inputs', (_input, call) =>
    asking({ user_name: askName, greeting: sample('Generate a greeting', 50), client_roots: roots }, call, 'waiting'),
  ),
  tool('test_input_required_result_multi_round', (_input, call) =>
    call.requestState === undefined
      ? asking({ step1: nameQuestion('Step 1: What is your name?', 'name') }, call, 'round 1')
      : asking({ step2: nameQuestion('Step 2: What is your favorite color?', 'color') }, call, 'round 2'),
  ),
  tool('test_input_required_result_capabilities', (_input, call) =>
    asking(
      {
        ...(call.capabilities.elicitation !== undefined && { user_name: askName }),
        ...(call.capabilities.sampling !== undefined && { greeting: sample('Greet') }),
      },
      call,
    ),
  ),
  tool('test_streaming_elicitation', (_input, call) => asking({ user_name: askName }, call)),
  tool('test_missing_capability', ({ capabilities = {} }, call) => {
    if (!call.capabilities.sampling)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return said(JSON.stringify(capabilities));
  }),
];

/** Revisions up to 2025-11-25: questions are sent in the stream of the call. */
export const streamingTools: readonly ToolFixture[] = [
  tool(
    'test_sampling',
    async ({ prompt }, call) => {
      const { params } = sample(String(prompt));
      const { content } = (await requestOf(call)('sampling/createMessage', params)) as { content?: { text?: string } };
      return said(`LLM response: ${content?.text}`);
    },
    object({ prompt: { type: 'string' } }, ['prompt']),
  ),
  tool(
    'test_elicitation',
    async ({ message }, call) => {
      const schema = object({ username: { type: 'string' }, email: { type: 'string' } }, ['username', 'email']);
      return said(`User response: ${await elicited(call, String(message), schema)}`);
    },
    object({ message: { type: 'string' } }, ['message']),
  ),
  tool('test_elicitation_sep1034_defaults', async (_input, call) =>
    said(`Elicitation completed: ${await elicited(call, 'Please check the defaults', object(defaults))}`),
  ),
  tool('test_elicitation_sep1330_enums', async (_input, call) =>
    said(`Elicitation completed: ${await elicited(call, 'Please choose', object(choices))}`),
  ),
];

const defaults = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const options = ['option1', 'option2', 'option3'];
function titled(first: string) {
  return ['First', 'Second', 'Third'].map((title, index) => ({
    const: `value${index + 1}`,
    title: `${title} ${first}`,
  }));
}
const choices = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
};

function requestOf({ request }: ClientCall) {
  if (!request) throw new Error('This client cannot be asked.');
  return request;
}

async function elicited(call: ClientCall, message: string, requestedSchema: object): Promise<string> {
  const { params } = elicit(message, requestedSchema);
  const { action, content } = (await requestOf(call)('elicitation/create', params)) as Params;
  return `action=${action}, content=${JSON.stringify(content)}`;
}
