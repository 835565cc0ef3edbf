import { type Static, Type } from 'typebox';
import { bodyLengthMax, subjectLengthMax } from '../../../domain/messages/templates/render-template.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { BodyFormatInput, BodyFormatView } from '../../../engine/messages/body-format-schema.ts';
import { notFound } from '../../../errors/errors.ts';
import { Id, Named, Nullable, Text, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { findTemplate, type TemplateKind, type TemplateRecord } from '../../../store/messages/template-store.ts';

export const templateIdInput = { templateId: Id('tpl', 'The template.') };
export const snippetIdInput = { snippetId: Id('snp', 'The snippet.') };

export const TemplateName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'Name, unique in the workspace.',
});
export const TemplateSubject = Text(subjectLengthMax, 'Subject, such as "{{ firstName }}, a question".');
export const TemplateBody = Text(
  bodyLengthMax,
  'Text with the placeholders of campaign steps, such as {{ firstName | default: "there" }}.',
);

/** Members of a new template or snippet. */
export const templateInput = {
  name: TemplateName,
  subject: Type.Optional(TemplateSubject),
  body: TemplateBody,
  bodyFormat: BodyFormatInput,
};
export const templateChanges = {
  name: Type.Optional(TemplateName),
  subject: Type.Optional(Nullable(TemplateSubject)),
  body: Type.Optional(TemplateBody),
  bodyFormat: BodyFormatInput,
};

export const TemplateView = Named(
  'Template',
  Type.Object({
    id: Type.String({ description: 'tpl_… or snp_….' }),
    name: Type.String({ description: 'Name, unique among templates or among snippets.' }),
    subject: Nullable(Type.String({ description: 'Subject. Null: none.' })),
    body: Type.String({ description: 'Text with placeholders.' }),
    bodyFormat: BodyFormatView,
    createdBy: Type.String({ description: 'Creator: ID of a user, key, or client.' }),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export function toTemplateView(template: TemplateRecord): Static<typeof TemplateView> {
  return viewOf(TemplateView, template, {});
}

export async function requireTemplateRecord(
  kind: TemplateKind,
  id: string,
  { workspaceId }: ActionContext,
): Promise<TemplateRecord> {
  const template = await findTemplate(workspaceId, kind, id);
  if (template === null) throw notFound(kind, id);
  return template;
}
