import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Principal } from '../members/principal.ts';
import type { AnswerStore } from '../store/answer-store.ts';
import type { Answer, Person, Question } from '../tools/ask-person.ts';
import type { ClientRequest } from './catalog.ts';
import type { Abilities } from './client-abilities.ts';

const answerMaxMs = 5 * 60_000;
const pollMs = 200;
const requestIdPrefix = 'ask-';

export type Write = (message: JSONRPCMessage) => void;

/** Revisions up to 2025-11-25: what the client is asked goes into the stream of the call that needs it. */
export function clientBehind(
  answers: AnswerStore,
  principal: Principal,
  write: Write,
  signal: AbortSignal,
): ClientRequest {
  const owner = { principalId: principal.id, workspaceId: principal.workspaceId };
  return async (method, params) => {
    const id = `${requestIdPrefix}${randomUUID()}`;
    const until = Date.now() + answerMaxMs;
    await answers.expect(id, owner, new Date(until));
    write({ jsonrpc: '2.0', id, method, params });
    try {
      return await waitForAnswer(answers, id, until, signal);
    } finally {
      await answers.forget(id);
    }
  };
}

export function personBehind({ canAnswer, canOpenPages }: Abilities, request: ClientRequest): Person | undefined {
  if (!canAnswer && !canOpenPages) return undefined;
  const ask = async (question: Question) => actionIn(await request('elicitation/create', elicitationOf(question)));
  return { canAnswer, canOpenPages, ask };
}

/** Takes a client's response to a question; false when it is none of ours. */
export async function takeAnswer(answers: AnswerStore, principal: Principal, message: object): Promise<boolean> {
  const { id, result, error } = message as { id?: unknown; result?: unknown; error?: unknown };
  if (typeof id !== 'string' || !id.startsWith(requestIdPrefix)) return false;
  const owner = { principalId: principal.id, workspaceId: principal.workspaceId };
  return answers.take(id, owner, error === undefined ? result : { action: 'cancel' });
}

/** What the person did, whatever else the client says. */
export function actionIn(result: unknown): Answer {
  const { action } = (result ?? {}) as { action?: unknown };
  return action === 'accept' || action === 'decline' ? action : 'cancel';
}

function elicitationOf({ message, url }: Question): Record<string, unknown> {
  if (url !== undefined) return { mode: 'url', message, url, elicitationId: randomUUID() };
  return { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } };
}

async function waitForAnswer(answers: AnswerStore, id: string, until: number, signal: AbortSignal): Promise<unknown> {
  while (Date.now() < until && !signal.aborted) {
    const result = await answers.read(id);
    if (result !== undefined) return result;
    await pause(pollMs);
  }
  return { action: 'cancel' };
}
