import type { Static } from 'typebox';
import type { RenderScope } from '../messages/templates/render-fields.ts';
import type { ReplyClass } from '../replies/reply-classes.ts';
import { valueAt } from '../values/value-at.ts';
import { automaticClasses } from './automatic-classes.ts';
import type { ConditionSchema } from './step-condition-schema.ts';

/**
 * Conditions that must all be true when the step is due. Contacts that do not meet them continue with the next step.
 */
export type StepCondition = Static<typeof ConditionSchema>;
/** Tests one field of the contact or company, named as in templates. Compares text and ignores case. */
type FieldTest = NonNullable<StepCondition['fields']>[number];

export interface ConditionFacts {
  /** Classes of the replies in this campaign, oldest first. */
  replies: readonly ReplyClass[];
  /** Values available to templates. */
  scope: RenderScope;
}

export function meetsCondition(
  condition: StepCondition | null | undefined,
  { replies, scope }: ConditionFacts,
): boolean {
  if (!condition) return true;
  const { replied, replyClasses, notReplyClasses, fields = [] } = condition;
  const hasReplied = replies.some((name) => !automaticClasses.includes(name));
  if (replied !== undefined && replied !== hasReplied) return false;
  const latest = replies.at(-1);
  if (replyClasses !== undefined && (latest === undefined || !replyClasses.includes(latest))) return false;
  if (notReplyClasses?.some((name) => replies.includes(name))) return false;
  return fields.every((test) => meetsTest(test, scope));
}

function meetsTest({ field, operator, value = '' }: FieldTest, scope: RenderScope): boolean {
  const found = plain(valueAt(scope, field));
  const wanted = plain(value);
  if (operator === 'is_set') return found !== '';
  if (operator === 'is_not_set') return found === '';
  if (operator === 'contains') return found.includes(wanted);
  return (found === wanted) === (operator === 'is');
}

function plain(value: unknown): string {
  return String(value ?? '')
    .trim()
    .toLowerCase();
}
