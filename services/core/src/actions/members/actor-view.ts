import { type Static, Type } from 'typebox';
import type { Actor } from '../../domain/members/actor.ts';
import { Named, OneOf } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';

export const ActorView = Named(
  'Actor',
  Type.Object({
    kind: OneOf(['user', 'api_key', 'oauth_client', 'system'], {
      description: 'Type of actor: person, API key, OAuth client, or the product itself.',
    }),
    id: Type.String({ description: 'ID of the user, key, or client.' }),
    name: Type.String({ description: 'Name of the user, key or client.' }),
  }),
);

export function toActorView(actor: Actor): Static<typeof ActorView> {
  return viewOf(ActorView, actor, {});
}
