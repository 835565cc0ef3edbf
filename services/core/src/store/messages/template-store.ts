import { bodyFormats } from '../../domain/messages/body-format.ts';
import { nameKeyOf } from '../../domain/text/name-key.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { choice, date, number, optional, string, withDefault } from '../documents/paths.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';

/** A template is a whole message. A snippet is inserted into a text. */
export type TemplateKind = 'template' | 'snippet';
export const templatesMax = 1_000;

const prefixOf = { template: 'tpl', snippet: 'snp' } as const;

type TemplateDoc = DocOf<typeof TemplateModel>;
export type TemplateRecord = RecordOf<TemplateDoc>;
export type TemplateFacts = Pick<TemplateDoc, 'name' | 'subject' | 'body' | 'bodyFormat'>;

const TemplateModel = defineModel(
  'Template',
  'templates',
  stored({
    workspaceId: string,
    kind: choice<TemplateKind>(['template', 'snippet']),
    name: string,
    /** Name in lower case, unique among its kind in the workspace. */
    nameKey: string,
    subject: optional(string),
    body: string,
    bodyFormat: withDefault(choice(bodyFormats), 'text'),
    createdBy: string,
    createdAt: date,
    updatedAt: date,
    version: withDefault(number, 1),
  })
    // Unique, and the order of lists.
    .index({ workspaceId: 1, kind: 1, nameKey: 1 }, { unique: true }),
);

export function insertTemplate(
  workspaceId: string,
  template: TemplateFacts & { kind: TemplateKind; createdBy: string },
  now: Date,
): Promise<TemplateRecord> {
  const { kind, name } = template;
  const own = { _id: newId(prefixOf[kind]), workspaceId, nameKey: nameKeyOf(name), createdAt: now, updatedAt: now };
  return createRecord(TemplateModel, { ...template, ...own });
}

export async function findTemplate(
  workspaceId: string,
  kind: TemplateKind,
  templateId: string,
): Promise<TemplateRecord | null> {
  const found = await TemplateModel.findOne({ workspaceId, kind, _id: templateId }).lean<TemplateDoc>();
  return found && toRecord(found);
}

export async function findTemplateByName(
  workspaceId: string,
  kind: TemplateKind,
  name: string,
): Promise<TemplateRecord | null> {
  const found = await TemplateModel.findOne({ workspaceId, kind, nameKey: nameKeyOf(name) }).lean<TemplateDoc>();
  return found && toRecord(found);
}

export function countTemplates(workspaceId: string, kind: TemplateKind): Promise<number> {
  return TemplateModel.countDocuments({ workspaceId, kind }).limit(templatesMax);
}

export function listTemplates(
  workspaceId: string,
  kind: TemplateKind,
  page: PageRequest,
): Promise<PageResult<TemplateRecord>> {
  return findPage<TemplateDoc>(TemplateModel, { workspaceId, kind }, page);
}

export async function updateTemplate(
  workspaceId: string,
  templateId: string,
  changes: Partial<TemplateFacts>,
  now: Date,
): Promise<TemplateRecord | null> {
  const key = changes.name === undefined ? {} : { nameKey: nameKeyOf(changes.name) };
  const changed = await TemplateModel.findOneAndUpdate(
    { workspaceId, _id: templateId },
    { ...setAndUnset({ ...changes, ...key, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<TemplateDoc>();
  return changed && toRecord(changed);
}

export async function deleteTemplate(workspaceId: string, templateId: string): Promise<void> {
  await TemplateModel.deleteOne({ workspaceId, _id: templateId });
}
