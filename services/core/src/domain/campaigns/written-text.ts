import type { RenderScope } from '../messages/templates/render-fields.ts';

/** Text of a step that was written for one person. A null subject means the step's own. */
export interface PersonalText {
  subject: string | null;
  body: string;
}

/** Variants of a step for people with a text of their own: with a subject, or with the step's. Never drawn. */
const [written, writtenBody] = ['written', 'written_body'];

export function isWrittenVariant(variantId: string | null): boolean {
  return variantId === written || variantId === writtenBody;
}

/** Texts for people who have one of their own. An approval covers the exact text of each. */
export function writtenTexts({ id, subject }: { id: string; subject: string }) {
  const body = `{{ written.${id}.body }}`;
  return [
    { id: written, weight: 0, subject: `{{ written.${id}.subject }}`, body },
    { id: writtenBody, weight: 0, subject, body },
  ];
}

/** Variant that a person with these values gets of a step. Undefined without a text of their own. */
export function writtenVariantIn(scope: RenderScope, stepId: string): string | undefined {
  const texts = scope.written as Record<string, Partial<PersonalText>> | undefined;
  const text = texts?.[stepId];
  if (text?.body === undefined) return undefined;
  return text.subject ? written : writtenBody;
}
