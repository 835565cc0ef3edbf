import { type Static, Type } from 'typebox';
import type { Actor } from '../domain/actor.ts';
import { OneOf } from './schema.ts';

export const ActorView = Type.Object({
  kind: OneOf(['user', 'api_key', 'oauth_client', 'system']),
  id: Type.String(),
  name: Type.String(),
});

export const toActorView = ({ kind, id, name }: Actor): Static<typeof ActorView> => ({ kind, id, name });
