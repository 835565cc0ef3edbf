import { forPeople, labelOf } from '../shown/words.ts';

const pattern = / must have the form \^.*\$\./;
const subject = /^[A-Za-z]\w*(?:\.\w+)*(?=:? (?:must|is|has|needs|The)\b)/;

/** Words a rejection for display beside its control: names the field by its label, and hides technical patterns. */
export function refusalForPeople(message: string): string {
  const named = message.replace(subject, (path) => labelOf(path.split('.').at(-1)!));
  return forPeople(named.replace(pattern, ' has characters or a form that cannot be taken here.'));
}
