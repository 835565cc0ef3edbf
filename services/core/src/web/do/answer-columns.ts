import { given } from '../../domain/values/given.ts';
import type { WebContext } from '../frame/web-deps.ts';
import type { SealedWish } from './sealed-wish.ts';

/** A column of an import that looks like an opt-out and needs a person's answer. */
export interface ColumnQuestion {
  column: string;
  /** Some of its values. */
  values: readonly unknown[];
}

const answers = ['doNotContact', 'bounced', '-'];

function isQuestion(column: unknown): column is ColumnQuestion {
  return typeof column === 'object' && column !== null && 'question' in column && column.question !== undefined;
}

/** Unanswered columns in the preview of an import. Other operations have none. */
export function unansweredColumns(preview: unknown): ColumnQuestion[] {
  if (typeof preview !== 'object' || preview === null || !('columns' in preview)) return [];
  return Array.isArray(preview.columns) ? preview.columns.filter(isQuestion) : [];
}

/** The input of an import with the chosen answers for its columns. Undefined if the form has none. */
export function withAnswers({ state: { form } }: WebContext, wish: SealedWish): SealedWish | undefined {
  if (!form?.has('_answer')) return undefined;
  const chosen = form.getAll('column').flatMap((column, index) => {
    const answer = form.get(`answer${index}`) ?? '';
    return answers.includes(answer) ? [`${column}=${answer}`] : [];
  });
  const { columns: known = [] } = wish.input;
  const columns = [...(Array.isArray(known) ? known : []), ...chosen];
  return { ...wish, input: given({ ...wish.input, columns }) };
}
