import type { ManifestGroup, ManifestPerson, ManifestStep, OwnText } from '../../../domain/approvals/manifest.ts';
import { isRenderField, type RenderScope } from '../../../domain/messages/templates/render-fields.ts';
import { variablesIn } from '../../../domain/messages/templates/render-template.ts';
import { valueIn } from '../../../domain/messages/templates/shape-key.ts';
import { templatesOf } from '../../../domain/messages/templates/template-shape.ts';
import type { Person } from '../../campaigns/campaign-people.ts';
import type { Sender } from './around-text.ts';

/** A person's sequence, or the steps of it that the manifest covers. */
export interface SequenceFor {
  campaignId: string;
  person: Person;
  scope: RenderScope;
  timeZone: string;
  steps: ManifestStep[];
  mailbox: Sender;
  hasLink: boolean;
  /** Notice in the first message. Empty without one. */
  notice: string;
  earliestAt: Date | null;
  /** Texts that a person wrote for this recipient. */
  own: OwnText[];
}

/** One message outside of a sequence. */
export interface OwnFor {
  contactId: string | null;
  to: string;
  language: string | null;
  timeZone: string;
  mailbox: Sender;
  earliestAt: Date | null;
  own: OwnText;
}

/** A group while people are added to it. */
export interface Grouped extends Omit<ManifestGroup, 'mayVary'> {
  mayVary: Set<string>;
  fixed: Set<string>;
}

/** Fields that the templates of a sequence read. The same list of steps is read for many people. */
const paths = new WeakMap<ManifestStep[], string[]>();

/** Values of the placeholders of a sequence, from which its exact messages can be made again. */
export function valuesIn(steps: ManifestStep[], scope: RenderScope): ManifestPerson['values'] {
  const known = paths.get(steps) ?? pathsIn(steps);
  paths.set(steps, known);
  return known.flatMap((path): ManifestPerson['values'] => {
    const value = valueIn(scope, path);
    return value === undefined ? [] : [[path, value]];
  });
}

function pathsIn(steps: ManifestStep[]): string[] {
  const templates = steps.flatMap(({ texts }) => texts.flatMap(({ subject, body }) => [subject, body]));
  return [...new Set(templates.flatMap((template) => variablesIn(templatesOf(template))))].filter(isRenderField);
}
