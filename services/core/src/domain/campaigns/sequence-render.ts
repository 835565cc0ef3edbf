import type { BodyFormat } from '../messages/body-format.ts';
import type { RenderScope } from '../messages/templates/render-fields.ts';
import { renderTemplate } from '../messages/templates/render-template.ts';
import { type SequenceStep, variantFor } from './sequence-step.ts';

/** Message of a step, rendered for one contact. It must not be sent if it has a problem. */
export interface RenderedStep {
  variantId: string;
  subject: string;
  bodyText: string;
  bodyFormat?: BodyFormat;
  problem: string | null;
}

/** `threadSubject`: subject of the message being replied to, for a step in the same thread. */
export function renderStep(
  step: SequenceStep,
  contactId: string,
  scope: RenderScope,
  threadSubject: string | null,
): RenderedStep {
  const text = variantFor(step, contactId, scope);
  const subject = renderTemplate(text.subject, scope);
  const body = renderTemplate(text.body, scope, step.bodyFormat);
  const problem = subject.problem ?? body.problem ?? emptyProblem(body.text);
  return {
    variantId: text.id,
    subject: problem === null ? subjectOf(oneLine(subject.text ?? ''), step, threadSubject) : text.subject,
    bodyText: problem === null ? (body.text ?? '').trim() : text.body,
    ...(step.bodyFormat && { bodyFormat: step.bodyFormat }),
    problem,
  };
}

function emptyProblem(body: string | null): string | null {
  return body?.trim() === '' ? 'the body is empty' : null;
}

/** Headers must not contain line breaks, whatever a contact's name contains (RFC 5322 section 2.2). */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function subjectOf(subject: string, step: SequenceStep, threadSubject: string | null): string {
  if (step.thread === 'new' || threadSubject === null || subject !== '') return subject;
  return /^re:/i.test(threadSubject) ? threadSubject : `Re: ${threadSubject}`;
}
