import type { BodyFormat } from '../body-format.ts';
import { checkText } from '../templates/render-checks.ts';
import type { RenderScope } from '../templates/render-fields.ts';
import { bodyLengthMax, renderTemplate, subjectLengthMax } from '../templates/render-template.ts';

export interface DraftText {
  subject: string;
  bodyText: string;
  /** Defaults to plain text. */
  bodyFormat?: BodyFormat;
  /** IDs of attached files. Defaults to none. */
  attachments?: string[];
}

export type DraftOutcome = { text: DraftText; problem: null } | { text: null; problem: string };

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Renders a subject and body for one contact. A placeholder without a value is a problem, never a gap. */
export function renderDraft(template: DraftText, scope: RenderScope): DraftOutcome {
  const { bodyFormat } = template;
  const subject = renderTemplate(template.subject, scope);
  if (subject.problem !== null) return { text: null, problem: `subject: ${subject.problem}` };
  const body = renderTemplate(template.bodyText, scope, bodyFormat);
  if (body.problem !== null) return { text: null, problem: `bodyText: ${body.problem}` };
  const text = { subject: oneLine(subject.text), bodyText: body.text.trim(), ...(bodyFormat && { bodyFormat }) };
  return { text, problem: null };
}

/** Validates a model's output: one JSON object, within the limits, with no remaining placeholders. */
export function readModelDraft(answer: string): DraftOutcome {
  const json = /\{[\s\S]*\}/.exec(answer)?.[0];
  const parsed = json === undefined ? undefined : parse(json);
  if (typeof parsed?.subject !== 'string' || typeof parsed.body !== 'string') {
    return { text: null, problem: 'its answer was not the JSON object asked for' };
  }
  const text = { subject: oneLine(parsed.subject), bodyText: parsed.body.trim() };
  if (text.subject.length > subjectLengthMax || text.bodyText.length > bodyLengthMax) {
    return { text: null, problem: 'its text was too long' };
  }
  const error = checkText(text).find(({ severity }) => severity === 'error');
  return error === undefined
    ? { text, problem: null }
    : { text: null, problem: `its text was no message: ${error.message}` };
}

function parse(json: string): { subject?: unknown; body?: unknown } | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
