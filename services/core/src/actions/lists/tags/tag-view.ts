import { type Static, Type } from 'typebox';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Described, Named, Nullable, Text, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { findTag, findTagByName, type TagRecord } from '../../../store/lists/tag-store.ts';

export const TagName = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^[^,\\s]([^,]*[^,\\s])?$',
  description: 'Name, unique in the workspace, without commas.',
});
export const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Hex color, such as #1f77b4.' });

export const TagView = Named(
  'Tag',
  Type.Object({
    id: Type.String({ description: 'tag_….' }),
    name: Type.String({ description: 'Name, unique in the workspace.' }),
    colour: Nullable(Described(Colour, 'Display color.')),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export function toTagView(tag: TagRecord): Static<typeof TagView> {
  return viewOf(TagView, tag, {});
}

export function tagNames(description: string) {
  return Type.Array(Text(50, 'Name of a tag.'), { minItems: 1, maxItems: 20, uniqueItems: true, description });
}

export async function requireTag(tagId: string, ctx: ActionContext): Promise<TagRecord> {
  const tag = await findTag(ctx.workspaceId, tagId);
  if (tag === null) throw notFound('tag', tagId);
  return tag;
}

export async function refuseTakenTag(name: string, ctx: ActionContext, ownId?: string): Promise<void> {
  const existing = await findTagByName(ctx.workspaceId, name);
  if (existing === null || existing.id === ownId) return;
  throw new AppError('already_exists', `A tag named "${name}" exists: ${existing.id}.`, {
    field: 'name',
    existingId: existing.id,
  });
}
