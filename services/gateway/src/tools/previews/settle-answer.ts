import { ownerOf } from '../../members/principal.ts';
import type { Answer, QuestionSubject } from '../ask-person.ts';
import type { ToolContext } from '../tool.ts';
import { type ConfirmDeps, confirmAction } from './confirm-action.ts';

/**
 * Records a person's answer in its previews when it arrives. A client that gave up the call may still show its dialog.
 * A late decline counts, and a late acceptance is carried out once.
 */
export async function settleAnswer(
  deps: ConfirmDeps,
  { weight, confirmations }: QuestionSubject,
  answer: Answer,
  isAwaited: boolean,
  context: ToolContext,
): Promise<void> {
  const owner = ownerOf(context.principal);
  const ids = confirmations.map(({ confirmationId }) => confirmationId);
  if (answer === 'decline') await Promise.all(ids.map((id) => deps.previews.decline(owner, id, deps.now())));
  if (answer !== 'accept') return;
  await Promise.all(ids.map((id) => deps.previews.agree(owner, id, deps.now())));
  // The client waits for no result here; get_action returns it.
  if (!isAwaited) void carryOut(deps, weight, confirmations, context);
}

/** A failed action stays agreed to or has its error stored in the preview. Confirming it again returns the result. */
async function carryOut(
  deps: ConfirmDeps,
  weight: QuestionSubject['weight'],
  confirmations: QuestionSubject['confirmations'],
  context: ToolContext,
): Promise<void> {
  const { person: _person, reportProgress: _report, ...alone } = context;
  for (const each of confirmations) await confirmAction(deps, weight, each, alone).catch(() => undefined);
}
