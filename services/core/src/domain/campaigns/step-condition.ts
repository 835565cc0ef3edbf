import type { RenderScope } from '../messages/templates/render-fields.ts';
import type { ReplyClass } from '../replies/reply-classes.ts';
import { automaticClasses } from './automatic-classes.ts';

export const fieldOperators = ['is', 'is_not', 'contains', 'is_set', 'is_not_set'] as const;

/** One field of the contact or company, named as in templates; compared as text, without regard to case. */
export interface FieldTest {
  field: string;
  operator: (typeof fieldOperators)[number];
  value?: string;
}

/** What has to hold when the step is due; all that is given. Who does not meet it goes on with the step after. */
export interface StepCondition {
  /** Whether the person has answered in this campaign; machines do not count. */
  replied?: boolean;
  /** The latest reply is of one of these classes. */
  replyClasses?: ReplyClass[];
  /** No reply is of one of these classes. */
  notReplyClasses?: ReplyClass[];
  fields?: FieldTest[];
}

export interface ConditionFacts {
  /** Classes of the replies in this campaign, oldest first. */
  replies: readonly ReplyClass[];
  /** What templates may name. */
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
  const found = plain(valueAt(field, scope));
  const wanted = plain(value);
  if (operator === 'is_set') return found !== '';
  if (operator === 'is_not_set') return found === '';
  if (operator === 'contains') return found.includes(wanted);
  return (found === wanted) === (operator === 'is');
}

function valueAt(path: string, scope: RenderScope): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], scope);
}

function plain(value: unknown): string {
  return String(value ?? '')
    .trim()
    .toLowerCase();
}
