import { type Static, Type } from 'typebox';
import { factOrigins } from '../../../domain/prospects/fact.ts';
import { Foreign } from '../../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import type { FactRecord } from '../../../store/prospects/fact-store.ts';
import { ActorView, toActorView } from '../../members/actor-view.ts';

export const FactView = Named(
  'Fact',
  Type.Object({
    id: Type.String({ description: 'fct_….' }),
    subjectId: Type.String({ description: 'Contact (con_…) or company (com_…) that it is about.' }),
    statement: Foreign(Type.String({ description: 'Statement.' })),
    quote: Foreign(Type.String({ description: 'Literal words of the source.' })),
    url: Nullable(Type.String({ description: 'Page with the quote. Null: a source without a page.' })),
    date: Nullable(Type.String({ description: 'Day that it is about, as YYYY-MM-DD. Null if unknown.' })),
    origin: OneOf(factOrigins, { description: 'page: read by Outbound. filed: entered by a person or an agent.' }),
    isOnPage: Type.Boolean({
      description: 'True if Outbound found the quote on the page. Only such facts support claims in texts.',
    }),
    readAt: Nullable(Timestamp('Time at which the page was read.')),
    createdBy: Described(ActorView, 'Person, key, or app that added it.'),
    createdAt: Timestamp('Creation time.'),
  }),
);

export function toFactView(fact: FactRecord): Static<typeof FactView> {
  return viewOf(FactView, fact, {
    subjectId: fact.contactId ?? fact.companyId ?? '',
    createdBy: toActorView(fact.createdBy),
  });
}
