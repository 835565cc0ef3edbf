import { pageOfId, typeOfId } from './record-types.ts';
import { forPeople, withLabels, wordsOf } from './words.ts';

/** A piece of a sentence: words, a moment that the page shows in the reader's zone, or a record that has a page. */
type Part = { text: string } | { at: string } | { href: string; text: string };

const time = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/;
const id = /\b[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}\b/;
const marked = new RegExp(`(${time.source}|${id.source})`);
/** The API's hint for its callers. The page has a link instead. */
const followJob = /Follow it with (?:get_job|“Get a job”) (?=job_)/g;
const replyClass = /(?<=as a reply: )[a-z_]+/;

/** Operations write times and operation names in API format. This converts them to local times and words. */
export function sentenceParts(sentence: unknown): Part[] {
  const text = String(sentence ?? '')
    .replace(/^Would /, 'This will ')
    .replace(/, and skip 0(?=\.)/, '')
    .replace(followJob, 'Follow it: ')
    .replace(replyClass, wordsOf);
  return withLabels(forPeople(text)).split(marked).map(partOf);
}

function partOf(piece: string): Part {
  if (time.test(piece)) return { at: piece };
  const href = id.test(piece) ? pageOfId(piece) : undefined;
  return href === undefined ? { text: piece } : { href, text: typeOfId(piece)!.noun };
}
